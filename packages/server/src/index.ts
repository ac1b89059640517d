export { createApp, type AppOptions } from "./create-app.ts";
export { isLoopback } from "./login/own-addresses.ts";
export { defaultPort, startServer, type RunningServer, type ServerOptions } from "./start-server.ts";
export { serverTexts } from "./texts.ts";
