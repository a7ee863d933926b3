/** What a film is, by its content: read in parts, so that its length does not matter. */
import type { FilmCodec } from '@endcap/contract/films'
import { CustomSource, EncodedPacketSink, Input, MP4, WEBM, type InputVideoTrack } from 'mediabunny'
import type { Content } from './content.ts'
import { isCutOff } from './matroska.ts'
import { refusedFile } from './refused.ts'

export interface Film {
  type: 'video/mp4' | 'video/webm'
  width: number
  height: number
  /** Seconds. */
  duration: number
  codec: FilmCodec
  /** Only displays with a decoder of their own play it. */
  warning: 'hevc' | null
}
const codecs: Record<Film['type'], readonly FilmCodec[]> = { 'video/mp4': ['avc', 'hevc'], 'video/webm': ['vp8', 'vp9', 'av1'] }
const longestSide = 8192
const wrong = (why: string) => refusedFile('film-kind', `${why} A film must be MP4 (H.264) or WebM.`)

const damaged = () => refusedFile('film-damaged', 'The film is damaged or not whole.')

/** Throws what is wrong with it. */
export async function readFilm({ bytes, read }: Content): Promise<Film> {
  // `end` is the first byte that is not wanted.
  const source = new CustomSource({ getSize: () => bytes, read })
  const input = new Input({ source, formats: [MP4, WEBM] })
  try {
    const format = await input.getFormat().catch(() => undefined)
    if (format === undefined) throw wrong('This is no film that browsers play.')
    const type = format === MP4 ? 'video/mp4' : 'video/webm'
    const track = await input.getPrimaryVideoTrack().catch(() => null)
    if (track === null) throw wrong('There is no picture in this film.')
    const named = await track.getCodec()
    const codec = codecs[type].find((one) => one === named)
    if (codec === undefined) throw wrong(`Its pictures are ${named ?? 'of an unknown kind'}.`)
    const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
    if (width < 1 || height < 1 || width > longestSide || height > longestSide) throw wrong('Its size is not one of a screen.')
    if (type === 'video/webm' && (await isCutOff({ bytes, read }))) throw damaged()
    return { type, width, height, duration: await lengthOf(input, track), codec, warning: codec === 'hevc' ? 'hevc' : null }
  } finally {
    input.dispose()
  }
}

/** Looks at its first picture and its last: a film that was cut off names more than is there. */
async function lengthOf(input: Input, track: InputVideoTrack): Promise<number> {
  try {
    // The last picture of a WebM does not say how long it stays; the film's head may.
    const duration = Math.max(await input.computeDuration(), (await input.getDurationFromMetadata()) ?? 0)
    const packets = new EncodedPacketSink(track)
    const [first, last] = [await packets.getFirstPacket(), await packets.getPacket(Infinity)]
    if (duration > 0 && first !== null && last !== null && first.data.byteLength > 0 && last.data.byteLength === last.byteLength)
      return duration
  } catch {
    // What cannot be read is said below.
  }
  throw damaged()
}
