import {
  Boxes,
  Braces,
  Brain,
  Cpu,
  Globe,
  Info,
  KeyRound,
  Languages,
  Plug,
  ShieldCheck,
  SunMoon,
  UserCheck,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";
import { AboutSection } from "./about/about-section.tsx";
import { EnvironmentsSection } from "./environments/environments-section.tsx";
import { LanguageSection } from "./look/language-section.tsx";
import { ThemeSection } from "./look/theme-section.tsx";
import { McpSection } from "./mcp/mcp-section.tsx";
import { MemorySection } from "./memory/memory-section.tsx";
import { ModelsSection } from "./models/models-section.tsx";
import { PermissionsSection } from "./permissions/permissions-section.tsx";
import { SearchSection } from "./search/search-section.tsx";
import { TrustSection } from "./trust/trust-section.tsx";

/** Few look at it. */
const ApiSection = lazy(() =>
  import("./api/api-section.tsx").then((section) => ({ default: section.ApiSection })),
);
const SignersSection = lazy(() =>
  import("../packs/signers-section.tsx").then((section) => ({ default: section.SignersSection })),
);

export interface SettingsSection {
  icon: LucideIcon;
  Content: ComponentType;
}

/** By their place in the address, in the order of the list. */
export const sections = {
  models: { icon: Cpu, Content: ModelsSection },
  permissions: { icon: ShieldCheck, Content: PermissionsSection },
  trust: { icon: UserCheck, Content: TrustSection },
  signers: { icon: KeyRound, Content: SignersSection },
  mcp: { icon: Plug, Content: McpSection },
  search: { icon: Globe, Content: SearchSection },
  environments: { icon: Boxes, Content: EnvironmentsSection },
  memory: { icon: Brain, Content: MemorySection },
  language: { icon: Languages, Content: LanguageSection },
  theme: { icon: SunMoon, Content: ThemeSection },
  api: { icon: Braces, Content: ApiSection },
  about: { icon: Info, Content: AboutSection },
} as const satisfies Record<string, SettingsSection>;

export type SectionId = keyof typeof sections;

export const sectionIds = Object.keys(sections) as SectionId[];

/** `undefined`: there is none of this name. */
export function findSection(name: string): SectionId | undefined {
  return sectionIds.find((id) => id === name);
}
