/** `npm run chaos`: the random kills of e2e/chaos.test.ts, a thousand of them instead of the tests' two hundred. */
process.env["CHAOS_KILLS"] ??= "1000";
process.argv.push("e2e/chaos.test.ts");
await import("./test.ts");
