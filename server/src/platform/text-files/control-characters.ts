/** Control characters that values of files and answers of scripts must not have. */

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
export const controlCharacter = /[\u0000-\u001f\u007f]/
/** The same but for tabs and line breaks, which texts may have. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
export const controlInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
