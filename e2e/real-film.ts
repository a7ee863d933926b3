/** Films that the machine's ffmpeg makes, for journeys in which a server reads them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const program = 'ffmpeg'
export const ffmpegMissing = spawnSync(program, ['-version']).status === 0 ? undefined : 'ffmpeg is not installed: apt-get install ffmpeg'

/** Of one colour, in H.265, which the Chromium of journeys has no decoder for. */
export function hevcFilm(folder: string, { colour, seconds }: { colour: string; seconds: number }): Buffer<ArrayBuffer> {
  const path = join(folder, `${colour}.mp4`)
  const picture = ['-f', 'lavfi', '-i', `color=${colour}:s=640x180:r=25:d=${seconds}`]
  const coded = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1', '-pix_fmt', 'yuv420p']
  execFileSync(program, ['-nostdin', '-v', 'error', '-y', ...picture, ...coded, path], { stdio: 'pipe' })
  return readFileSync(path)
}
