/** Arrays of texts for statements that take thousands of rows. */

const special = /["\\]/
/** A value for an array of texts as PostgreSQL writes them. */
const quoted = (value: string) => (special.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : `"${value}"`)
/** An array of texts as PostgreSQL writes it: several times as fast as the driver makes it. */
export function textArray(values: readonly (string | null)[]): string {
  // Most columns have nothing that must be written in another way: looked at as a whole.
  const plain = values.length > 0 && !values.includes(null) && !special.test(values.join(''))
  return plain ? `{"${values.join('","')}"}` : `{${values.map((value) => (value === null ? 'null' : quoted(value))).join(',')}}`
}
