/** Texts within patterns of LIKE. */

/** A text whose signs `%`, `_` and `\` mean themselves. */
export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)
