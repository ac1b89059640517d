/** The version of the engine; a test holds it equal to package.json. */
export const coreVersion = "0.1.0";
