/** The first entry of every pack, and what is signed of it. */
export const manifestName = "manifest.json";
/** The second: the signature of the bytes of the first. */
export const signatureName = "manifest.json.sig";
/** The third and last of a sealed pack: an age file that holds a zip. */
export const contentName = "content.age";
/** The first entry of that zip: what an open pack has in its manifest. */
export const fileListName = "files.json";
