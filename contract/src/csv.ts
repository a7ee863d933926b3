/** How lists are written as text files: by the server's download tasks and by the console's export alike. */

/** UTF-8 is told by this mark; without it spreadsheets take Japanese and Korean for another encoding. */
export const csvStart = '\uFEFF'

/**
 * Signs with which a cell becomes a formula when a spreadsheet opens the file: = + - @, tab and line ends. Their full-width forms are
 * taken for the same by Japanese spreadsheets.
 */
const startsFormula = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Whether a text from outside would be run as a formula. */
export const isFormula = (text: string): boolean => startsFormula.test(text)

function cell(value: string | number | null): string {
  if (value === null) return ''
  // Numbers are ours: a minus before one is no formula.
  if (typeof value === 'number') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line with its end (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe in front. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
