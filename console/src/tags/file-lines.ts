/** The lines of a text file of tags, each with its number, from 1 as editors count. Empty ones and those that begin with # are passed over. */
export const fileLines = (text: string): { line: number; content: string }[] =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((content, index) => (content.trim() === '' || content.startsWith('#') ? [] : [{ line: index + 1, content }]))
