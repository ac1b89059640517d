/** The command is nested deeper than it is worth following. */
export class TooDeep extends Error {}
