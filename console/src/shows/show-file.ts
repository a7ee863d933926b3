/** A show as a file, show-data.json: what is played, and what its contents are called, by which another installation finds them. */
import type { AreaItem, Box, Panel, Show } from '@endcap/signage/shows'
import { isRecord, parseJson } from '../form/json.ts'
import { playedOf, showDraftOf, type ShowDraft } from './show-draft.ts'

export const showFileName = 'show-data.json'
export const showFileMaxBytes = 8_000_000
export interface ShowFile extends Omit<Show, 'timeline'> {
  name: string
  /** Files that people write may leave out how an item lies, and whether it is heard. */
  timeline: readonly (readonly (Pick<AreaItem, 'id' | 'start' | 'duration'> & Partial<AreaItem>)[])[]
  /** Names by ids. */
  contents?: Record<string, string>
}
interface Named {
  id: string
  name: string
}

export function showFileOf(draft: ShowDraft, contents: readonly Named[]): string {
  const played = playedOf(draft)
  const used = new Set(played.timeline.flatMap((items) => items.map(({ id }) => id)))
  const names = Object.fromEntries(contents.filter(({ id }) => used.has(id)).map(({ id, name }) => [id, name]))
  return JSON.stringify({ name: draft.name, ...played, contents: names } satisfies ShowFile, null, 2)
}

/** Undefined when the text is no such file. What stands in it is checked by the server, too. */
export function readShowFile(text: string): ShowFile | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || typeof value.name !== 'string' || !isWhole(value.duration, 1)) return undefined
  const { device, contentArea, timeline, contents } = value
  if (!isList(device, isPanel) || device.length === 0 || !isList(contentArea, isBox)) return undefined
  if (!isList(timeline, (items): items is AreaItem[] => isList(items, isItem))) return undefined
  if (contents !== undefined && !(isRecord(contents) && Object.values(contents).every((name) => typeof name === 'string'))) return undefined
  return value as unknown as ShowFile
}

/** The show of a file with the contents of this library: those of the same id and name, else of the same name. `missing`: names of the others. */
export function showOfFile(file: ShowFile, library: readonly Named[]): { draft: ShowDraft; missing: string[] } {
  const byId = new Map(library.map((one) => [one.id, one]))
  const byName = new Map(library.map((one) => [one.name, one]))
  const missing = new Set<string>()
  const found = (id: string): string | undefined => {
    const name = file.contents?.[id]
    const same = byId.get(id)
    const content = name === undefined || same?.name === name ? same : byName.get(name)
    if (content === undefined) missing.add(name ?? id)
    return content?.id
  }
  const timeline = file.timeline.map((items) =>
    items.flatMap(({ id, start, duration, fit = 'contain', mute = false }) => {
      const here = found(id)
      return here === undefined ? [] : [{ id: here, start, duration, fit, mute }]
    }),
  )
  const { name, duration } = file
  const device = file.device.map(({ type, width, height, left, top, rotation }) => ({ type, width, height, left, top, rotation }))
  const contentArea = file.contentArea.map(({ left, top, width, height }) => ({ left, top, width, height }))
  return { draft: showDraftOf({ name, duration, device, contentArea, timeline }), missing: [...missing] }
}

const isList = <T>(value: unknown, test: (entry: unknown) => entry is T): value is T[] => Array.isArray(value) && value.every(test)
const isWhole = (value: unknown, min: number): value is number => typeof value === 'number' && Number.isInteger(value) && value >= min
const isBox = (value: unknown): value is Box =>
  isRecord(value) && isWhole(value.left, 0) && isWhole(value.top, 0) && isWhole(value.width, 8) && isWhole(value.height, 8)
const isPanel = (value: unknown): value is Panel =>
  isBox(value) &&
  'type' in value &&
  (value.type === 23 || value.type === 29) &&
  'rotation' in value &&
  [0, 90, 180, 270].some((turn) => turn === value.rotation)
const isItem = (value: unknown): value is AreaItem =>
  isRecord(value) && typeof value.id === 'string' && isWhole(value.start, 0) && isWhole(value.duration, 1)
