/** Characters that mean something to shells. No address that is made with care has them unescaped. */
const shellCharacters = /[`$|;<>(){}\\"'^*!\s\u0000-\u001f\u007f]/;

/**
 * Whether an address that a server named may be shown to a person's browser. Whoever opens it hands it over as one
 * argument, never as part of a shell's command; this holds even if somebody does not.
 */
export function isLoginPage(url: URL): boolean {
  return (
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.username === "" &&
    url.password === "" &&
    !shellCharacters.test(url.href)
  );
}
