import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";

interface PageProps {
  back: { to: string; text: string };
  children: ReactNode;
  isWide?: boolean;
}

/** A screen with the way back on top. */
export function Page({ back, children, isWide = false }: PageProps): ReactNode {
  return (
    <div className="relative h-full overflow-y-auto" tabIndex={0}>
      <div className={`mx-auto w-full px-4 py-5 sm:px-8 ${isWide ? "max-w-[72rem]" : "max-w-[58rem]"}`}>
        <Link
          className="mb-3 inline-flex items-center gap-1.5 text-sm text-ink-3 hover:text-ink"
          to={back.to}
        >
          <ArrowLeft aria-hidden size={14} />
          {back.text}
        </Link>
        {children}
      </div>
    </div>
  );
}
