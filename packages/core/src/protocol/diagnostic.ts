/** Something worth telling that stops nothing else: what, where, and what to do. */
export interface Diagnostic {
  path: string;
  line?: number;
  column?: number;
  severity: "error" | "warning" | "info";
  code: string;
  message: string;
}
