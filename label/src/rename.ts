/** Gives fields of a layout other names, as when their aliases are renamed. Works on layouts as they are stored, whatever else they hold. */

/** New names by the old ones in upper case. */
export type NewNames = ReadonlyMap<string, string>

/** `PRICE` and `2.PRICE`: the number of the product stays. */
export function renameField(field: string, names: NewNames): string {
  const [, number = '', plain = field] = /^(\d+\.)?(.*)$/s.exec(field) ?? []
  const name = names.get(plain.toUpperCase())
  return name === undefined ? field : number + name
}
const renameTemplate = (template: string, names: NewNames): string =>
  template.replaceAll(/\{([^{}:]*)([^{}]*)\}/g, (_, field: string, format: string) => `{${renameField(field, names)}${format}}`)

/** A copy of a layout, or of a part of it, in which fields, templates and conditions have the new names. */
export function renameFields(part: unknown, names: NewNames): unknown {
  if (Array.isArray(part)) return part.map((one) => renameFields(one, names))
  if (typeof part !== 'object' || part === null) return part
  const type = 'type' in part ? part.type : undefined
  return Object.fromEntries(
    Object.entries(part).map(([key, value]): [string, unknown] => {
      if (typeof value !== 'string') return [key, renameFields(value, names)]
      if (key === 'field') return [key, renameField(value, names)]
      const isTemplate = (type === 'text' && key === 'text') || (type === 'barcode' && key === 'value')
      return [key, isTemplate ? renameTemplate(value, names) : value]
    }),
  )
}
