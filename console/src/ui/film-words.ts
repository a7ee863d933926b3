/** What is said of films that displays cannot play. */
import type { FilmCodec, FilmVersion, PlayCount, UnplayableFilm } from '@endcap/contract/films'

import { notify } from './notify.ts'

type Translate = (key: string, values: Record<string, unknown>) => string

/** The same in all languages. */
const names: Record<FilmCodec, string> = { avc: 'H.264', hevc: 'H.265', vp8: 'VP8', vp9: 'VP9', av1: 'AV1' }
export const codecName = (codec: FilmCodec | null): string => (codec === null ? '' : names[codec])

/** Why a display cannot play it. */
export const filmFault = (
  { reason, codec, width, height }: Pick<UnplayableFilm, 'reason' | 'codec' | 'width' | 'height'>,
  t: Translate,
): string => t(`media.film.${reason}`, { codec: codecName(codec), width, height })

/** How many displays cannot play it; undefined when none has said so. */
export function cannotPlay(
  { codec, playedOn }: { codec: FilmCodec | null; playedOn?: PlayCount | undefined },
  t: Translate,
): string | undefined {
  if (codec === null || playedOn === undefined || playedOn.cannot === 0) return undefined
  const { can, cannot, unknown } = playedOn
  return t('media.film.cannotPlay', { codec: codecName(codec), cannot, of: can + cannot + unknown })
}

/** What becomes of the version of a film for displays that cannot play it, with the reason where there is none. */
export const versionText = ({ state, percent, reason }: FilmVersion, t: Translate): string =>
  t(`media.film.version.${state === 'failed' ? (reason ?? 'unread') : state}`, { percent })

/** After a save: says that some display cannot play a film of what was saved. */
export function sayWarnings<Saved extends { warnings: readonly UnplayableFilm[] }>(saved: Saved, t: Translate): Saved {
  const { warnings } = saved
  const [first] = warnings
  if (first === undefined) return saved
  const count = new Set(warnings.map(({ mac }) => mac)).size
  void notify(t('media.film.warned', { count, name: first.name || first.mac, file: first.file, fault: filmFault(first, t) }), 'bad')
  return saved
}
