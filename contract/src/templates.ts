/** Texts with blanks that people may write: `{{name}}` stands for what is filled in. One way to read them for alarms, mails and the console. */

const blank = /\{\{\s*(\w*)\s*\}\}/g

/** Blanks that a template has and may not have. */
export const unknownBlanks = (template: string, allowed: readonly string[]): string[] =>
  [...template.matchAll(blank)].map((match) => match[1] ?? '').filter((name) => !allowed.includes(name))

/** Fills the blanks in one pass: what is filled in is not read as a template again. */
export const fillBlanks = (template: string, valueOf: (name: string) => string): string =>
  template.replaceAll(blank, (_, name: string) => valueOf(name))
