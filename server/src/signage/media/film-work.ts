/**
 * Makes of films, with ffmpeg, what is wanting: a picture for lists, and a version in H.264 for displays that cannot play the film. One process
 * at a time makes one at a time. The film itself stays as it is; what is made belongs to its content, whichever files have it.
 */
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { mediaMaxBytes } from '@endcap/contract/media'
import { thumbPixels } from '@endcap/contract/upload-limits'
import { ApiError, fullDisk } from '../../platform/base/errors.ts'
import type { Context } from '../../platform/context.ts'
import { holdLease, releaseLease } from '../../platform/db/leases.ts'
import { ffmpegVersion, runFfmpeg, type Run, type RunOutcome } from '../../platform/decoders/ffmpeg.ts'
import type { OpenJob } from '../../platform/jobs/job.ts'
import { notifyLibrary, storesPlaying } from '../library/reach.ts'
import {
  filmLease,
  forgetGone,
  placePictures,
  placesOfFilm,
  queuePictures,
  queueVersions,
  setWork,
  takeTask,
  type FilmTask,
} from './film-work.queries.ts'
import { keep, takeThumb } from './store-upload.ts'
import { pixelsOfAny } from './unplayable-films.ts'

/** Longer than the job rests between its looks. */
const leaseSeconds = 150
const prolongMs = 20_000
/** Of the processor: for a picture; for a version so much for each second of the film, within bounds. */
const pictureSeconds = 60
const versionSeconds = { each: 30, min: 600, max: 6 * 3600 }
const megabytes = 3000
/** H.264 decoders take no longer side. */
const longestSide = 4096
/** A version that is shorter than its film by more lacks a part of it. */
const missingSeconds = 1

type Outcome = Exclude<RunOutcome, 'made'>

/** The same shape, in as many pixels as every display plays, each side even. */
export function versionSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(pixelsOfAny / (width * height)), longestSide / Math.max(width, height))
  const even = (side: number) => Math.max(2, 2 * Math.floor((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

function versionOptions(task: FilmTask, path: string): string[] {
  const { width, height } = versionSize(task)
  return [
    ['-map', '0:v:0', '-map', '0:a:0?', '-vf', `scale=${width}:${height},setsar=1`, '-fpsmax', '60'],
    ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-maxrate', '16M', '-bufsize', '32M', '-profile:v', 'high'],
    // A film is put where it should be by its key pictures.
    ['-pix_fmt', 'yuv420p', '-force_key_frames', 'expr:gte(t,n_forced*2)', '-c:a', 'aac', '-ac', '2', '-b:a', '160k'],
    ['-t', String(Math.ceil(task.duration) + missingSeconds), '-movflags', '+faststart', '-f', 'mp4', `file:${path}`],
  ].flat()
}

/** Undefined: `path` has what was asked for. */
async function run(context: Context, program: string, task: FilmTask, more: Pick<Run, 'make' | 'signal'> & Partial<Run>) {
  const { blobs } = context
  const { film, type, duration, work } = task
  const seconds = Math.min(versionSeconds.max, Math.max(versionSeconds.min, duration * versionSeconds.each))
  const outcome = await runFfmpeg(program, {
    input: { path: blobs.pathOf(film), type },
    seconds: work === 'picture' ? pictureSeconds : seconds,
    megabytes,
    outputBytes: work === 'picture' ? mediaMaxBytes.image : mediaMaxBytes.video,
    ...more,
  })
  return outcome === 'made' ? undefined : outcome
}

async function makePicture(context: Context, program: string, task: FilmTask, signal: AbortSignal): Promise<Outcome | undefined> {
  const path = await context.blobs.scratch()
  const side = 2 * thumbPixels
  try {
    const failed = await run(context, program, task, {
      before: ['-ss', String(Math.min(1, task.duration / 2))],
      make: [
        ['-map', '0:v:0', '-frames:v', '1', '-vf', `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease`],
        ['-c:v', 'png', '-f', 'image2pipe', `file:${path}`],
      ].flat(),
      signal,
    })
    if (failed !== undefined) return failed
    const blob = await takeThumb(context, createReadStream(path), { account: filmLease })
    await setWork(context.db, task, { state: 'made', percent: 100, blob, changed_at: context.clock.now() })
    return undefined
  } finally {
    await rm(path, { force: true })
  }
}

async function makeVersion(context: Context, program: string, task: FilmTask, signal: AbortSignal): Promise<Outcome | undefined> {
  const { db, decoders, clock, signals, log } = context
  const path = await context.blobs.scratch()
  let reported = 0
  const onSeconds = (seconds: number) => {
    const percent = Math.min(99, Math.floor((100 * seconds) / task.duration))
    if (percent < reported + 5) return
    reported = percent
    // Lists are fetched again; what displays play is the same.
    void setWork(db, task, { percent }).then(
      () => signals.notify('changed', { storeCode: '', changes: ['displays'] }),
      (error: unknown) => log.warn({ err: error }, 'how far a film is could not be noted'),
    )
  }
  try {
    const failed = await run(context, program, task, { make: versionOptions(task, path), signal, onSeconds })
    if (failed !== undefined) return failed
    // Read as an upload is: what displays are given was looked at.
    const { duration, width, height } = await decoders.decode({ kind: 'film', path }, { account: filmLease })
    if (duration < task.duration * 0.98 - missingSeconds) return 'unread'
    const { blob, bytes, chunks } = await keep(context, createReadStream(path))
    await setWork(db, task, { state: 'made', percent: 100, blob, bytes, chunks, width, height, changed_at: clock.now() })
    return undefined
  } finally {
    await rm(path, { force: true })
  }
}

/** Lists are fetched again, and displays that have the film look for what they play. */
async function notifyUsers(context: Context, film: string): Promise<void> {
  const { stores, contents } = await placesOfFilm(context.db, film)
  notifyLibrary(context, [...stores, ...(await storesPlaying(context.db, 'content', contents))])
}

/** Makes one of those that wait; answers whether there was one. */
async function makeNext(context: Context, program: string, signal: AbortSignal): Promise<boolean> {
  const { db, clock, log } = context
  const task = await takeTask(db, clock.now())
  if (task === undefined) return false
  if (task.work === 'version') notifyLibrary(context)
  const make = task.work === 'picture' ? makePicture : makeVersion
  const outcome = await make(context, program, task, signal).catch((error: unknown): Outcome => {
    if (signal.aborted) return 'stopped'
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const said = error instanceof ApiError ? error : fullDisk(code)
    if (said?.answer.code === 'files-full') return 'full'
    if (said === undefined || said.status >= 500) throw error
    return 'unread'
  })
  if (outcome === 'stopped') await setWork(db, task, { state: 'waiting', percent: 0, attempts: task.attempts - 1 })
  else if (outcome !== undefined) {
    log.warn({ film: task.film, work: task.work, reason: outcome }, 'ffmpeg made nothing of a film')
    await setWork(db, task, { state: 'failed', reason: outcome, changed_at: clock.now() })
  }
  await placePictures(db)
  await notifyUsers(context, task.film)
  return outcome !== 'stopped'
}

/** The job. Where there is no ffmpeg it does nothing, and asks nothing of the database. */
export function openFilmWork(context: Context, { holder }: { holder: string }): OpenJob {
  const { db, clock, config, log } = context
  const ending = new AbortController()
  const program = config.ffmpeg ?? ''
  let version: Promise<string | undefined> | undefined
  const findProgram = async () => {
    const found = await ffmpegVersion(program)
    if (found === undefined) log.warn({ program }, 'no ffmpeg with libx264: films get no picture by the server, and no other version')
    else log.info({ program, version: found }, 'films are made by ffmpeg')
    return found
  }
  const prolong = () => holdLease(db, filmLease, holder, leaseSeconds)
  return {
    work: async () => {
      version ??= findProgram()
      if ((await version) === undefined || !(await prolong())) return false
      await forgetGone(db)
      await queuePictures(db, clock.now())
      await queueVersions(db, clock.now())
      if (await placePictures(db)) notifyLibrary(context)
      const timer = setInterval(() => void prolong().catch(() => undefined), prolongMs)
      try {
        return await makeNext(context, program, ending.signal)
      } finally {
        clearInterval(timer)
      }
    },
    halt: () => ending.abort(),
    close: () => releaseLease(db, filmLease, holder),
  }
}
