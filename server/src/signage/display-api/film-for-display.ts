/** Which content a display is given for a film. */
import type { FilmCodec } from '@endcap/contract/films'
import { cannotPlay } from '../media/unplayable-films.ts'
import type { VersionContent } from './manifest.queries.ts'
import type { DeviceRow } from './player.queries.ts'

interface Content extends VersionContent {
  type: string
}
interface Stored extends Omit<Content, 'width' | 'height'> {
  width: number | null
  height: number | null
  codec: FilmCodec | null
  /** Of films alone. */
  version: VersionContent | null
}

/** Of a film that the display cannot play the other version, where there is one that it can. */
export function contentFor(device: DeviceRow, { codec, version, ...file }: Stored): Omit<Stored, 'codec' | 'version'> {
  const playsVersion = device.caps.codecs?.includes('avc') ?? true
  if (version === null || !playsVersion || !cannotPlay(device, { codec, ...file })) return file
  return { ...version, type: 'video/mp4' }
}
