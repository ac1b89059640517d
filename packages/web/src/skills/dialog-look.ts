export const dialogBackdrop = "fixed inset-0 z-40 bg-black/40";
export const dialogPopup =
  "fixed top-1/2 left-1/2 z-50 max-h-[80vh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-lg border border-line bg-raised p-5 shadow-lg outline-none";
