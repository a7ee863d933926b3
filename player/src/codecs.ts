/** Which films this browser can decode: of each codec a usual kind, in the container that the server takes it in. */
import type { FilmCodec } from '@endcap/contract/films'

const samples: [FilmCodec, string][] = [
  ['avc', 'mp4;codecs=avc1.640028'],
  ['hevc', 'mp4;codecs=hvc1.1.6.L93.B0'],
  ['vp8', 'webm;codecs=vp8'],
  ['vp9', 'webm;codecs=vp09.00.10.08'],
  ['av1', 'webm;codecs=av01.0.04M.08'],
]
/** `canPlay`: as a `video` answers, with an empty word for no. */
export const playableCodecs = (canPlay: (type: string) => string): FilmCodec[] =>
  samples.flatMap(([codec, type]) => (canPlay(`video/${type}`) ? [codec] : []))
