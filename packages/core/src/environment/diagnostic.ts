/** Something worth telling that stops nothing. */
export interface Diagnostic {
  path: string;
  line?: number;
  column?: number;
  severity: "warning" | "info";
  code: "unknown-key" | "mode-fixed" | "left-in-keychain" | "not-for-projects" | "outside-project";
  message: string;
}
