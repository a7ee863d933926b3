/** What the numbers mean that tags tell of their type: by the catalogue, else by what the access point knows of the panel. */
import { describedType, modelOf } from '@endcap/label/models'
import { paletteOf } from './codec/image.ts'
import type { TagType } from './codec/records.ts'
import type { Link } from './link.ts'

export type Types = ReturnType<typeof createTypes>

const hex = (hwType: number) => hwType.toString(16).padStart(2, '0')

/** Types as the access point knows them, asked for when they are needed; `note` is told once of each that is unknown. */
export function createTypes(link: Link, note: (text: string) => void, isKnown = (type: string) => modelOf(type) !== undefined) {
  const definitions = new Map<number, Promise<TagType | undefined>>()
  const checked = new Set<number>()
  const unknown = new Set<number>()

  /** undefined: the access point has none, and draws nothing for such tags. */
  function definition(hwType: number): Promise<TagType | undefined> {
    const asked = definitions.get(hwType) ?? link.tagType(hwType)
    definitions.set(hwType, asked)
    // What could not be asked, or was not there, is asked again.
    asked.then(
      (type) => type === undefined && definitions.delete(hwType),
      () => definitions.delete(hwType),
    )
    return asked
  }

  return {
    definition,
    /** Never fails for an unknown type: others must not suffer from it. */
    async nameOf(hwType: number): Promise<string> {
      const id = `oepl-${hex(hwType)}`
      if (isKnown(id)) return id
      const type = await definition(hwType).catch(() => undefined)
      const palette = type === undefined ? undefined : paletteOf(type.inks)
      const described = type === undefined || palette === undefined ? undefined : describedType(type.width, type.height, palette)
      if (described === undefined && !unknown.has(hwType)) {
        unknown.add(hwType)
        note(`A tag of type ${hex(hwType)} is known neither here nor to the access point: it cannot be drawn for`)
      }
      return described ?? id
    },
    /** Says once which types it cannot draw for. */
    async check(hwType: number): Promise<void> {
      if (checked.has(hwType)) return
      checked.add(hwType)
      const type = await definition(hwType).catch(() => null)
      if (type !== undefined) return
      const id = hex(hwType).toUpperCase()
      note(
        `The access point has no definition of tag type ${id}: it draws nothing for such tags until its own web page was opened with internet`,
      )
    },
  }
}
