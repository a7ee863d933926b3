/** Films that a decoder can really read, made on the spot by ffmpeg. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpegVersion } from '../platform/decoders/ffmpeg.ts'

const program = 'ffmpeg'
export const ffmpegMissing = (await ffmpegVersion(program)) === undefined ? 'ffmpeg is not installed: apt-get install ffmpeg' : undefined

const coded = {
  avc: ['-c:v', 'libx264', '-preset', 'ultrafast'],
  hevc: ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
  vp9: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
}
interface Form {
  width?: number
  height?: number
  seconds?: number
  sound?: boolean
  /** Such as `red`; without, a test picture. */
  colour?: string
}
export function realFilm(codec: keyof typeof coded, form: Form = {}): Buffer {
  const { width = 320, height = 180, seconds = 2, sound = false, colour } = form
  const folder = mkdtempSync(join(tmpdir(), 'endcap-film-'))
  const path = join(folder, codec === 'vp9' ? 'film.webm' : 'film.mp4')
  const size = `${width}x${height}:r=10:d=${seconds}`
  try {
    const picture = colour === undefined ? `testsrc=s=${size}` : `color=${colour}:s=${size}`
    const options = [
      ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', picture],
      sound ? ['-f', 'lavfi', '-i', `sine=d=${seconds}`] : [],
      coded[codec],
      ['-pix_fmt', 'yuv420p', path],
    ]
    execFileSync(program, options.flat(), { stdio: 'pipe' })
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
