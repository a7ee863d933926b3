/** A decoder process: reads one file that any account may have sent, answers what it is, and is ended (pool.ts). */
import { open, readFile, writeFile } from 'node:fs/promises'
import { ApiError } from '../base/errors.ts'
import type { Content } from './content.ts'
import { pathOf, type DecodeJob, type FileKind, type Findings, type FromDecoder } from './jobs.ts'

async function contentOf(path: string): Promise<Content> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    bytes: size,
    read: async (start, end) => {
      const part = Buffer.alloc(Math.max(0, Math.min(end, size) - start))
      const { bytesRead } = await file.read(part, 0, part.byteLength, start)
      return part.subarray(0, bytesRead)
    },
  }
}

/** Each loads what it needs alone: half of the time that a small file takes is loading. */
const readers: { [K in FileKind]: (path: string, task: DecodeJob['task']) => Promise<Findings[K]> } = {
  picture: async (path) => {
    const { readPicture } = await import('./picture.ts')
    const { content, thumb, ...found } = await readPicture(await readFile(path))
    const isDrawn = found.extension !== undefined
    if (isDrawn) await writeFile(pathOf.drawn(path), content)
    await writeFile(pathOf.thumb(path), thumb)
    return { ...found, isDrawn }
  },
  film: async (path) => {
    const { readFilm } = await import('./film.ts')
    return readFilm(await contentOf(path))
  },
  widget: async (path) => {
    const { readWidget } = await import('./widget.ts')
    return readWidget(await contentOf(path))
  },
  'android-package': async (path) => {
    const { takeAndroidPackage } = await import('./android-package.ts')
    return takeAndroidPackage(await contentOf(path))
  },
  font: async (path) => {
    const { readFont } = await import('./font.ts')
    const { outlines, ...found } = readFont(await readFile(path))
    await writeFile(pathOf.outlines(path), outlines)
    return found
  },
  screen: async (path, task) => {
    if (task === undefined) throw new Error('a picture of a screen comes with what it is compared with')
    const { compareScreen } = await import('./screen.ts')
    return compareScreen(await readFile(path), task)
  },
}

/** A full disk, a file that is not there. */
const codeOfSystem = (error: unknown) => (error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined)
const send = (message: FromDecoder) => void process.send?.(message)
// A server that was killed takes its decoders with it, even one that is at work.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', ({ kind, path, task }: DecodeJob) => {
  readers[kind](path, task).then(
    (found) => send({ found }),
    (error: unknown) => {
      if (error instanceof ApiError) send({ refused: error.answer })
      else
        send({ failed: error instanceof Error ? (error.stack ?? error.message).slice(0, 2000) : String(error), code: codeOfSystem(error) })
    },
  )
})
send({ ready: true })
