/** Films: kept where the server's clock says, so that screens that show parts of one are in step, and loaded anew when they stand still. */
import type { Clock } from '../clock.ts'
import { element } from '../element.ts'
import { messageOf } from '../troubles.ts'

/** A film that stands still for so long is loaded anew; one that then stands still again so soon cannot be shown. */
const stuckMs = 15_000
const stuckAgainMs = 60_000
/** Films that are shorter than this, seconds, may seem to stand still. */
const shortest = 1
/** Without its first picture after so long a film does not play. */
const beginMs = 10_000
/** Of a film that does not say how long it is, milliseconds. */
const unknownLengthMs = 60_000
const lookMs = 1000
/** Farther from where it should be than this, seconds, a film is put there; nearer, it is played a little faster or slower. */
const far = 0.5
const near = 0.03
const hurry = 0.1

export interface Film {
  name: string
  play(seconds: number): void
  /** Brings it nearer to where it should be. */
  follow(seconds: number): void
  again(seconds: number): void
  isStuck(): boolean
  setVolume(volume: number): void
  /** Its turn is over. */
  end(): void
  stop(): void
}
export interface FilmEvents {
  /** It cannot be shown any more. */
  lost(reason: string): void
  /** It has been seen to its end, or to that of its turn: it can be shown. Its first picture alone does not say so. */
  played(): void
}

/** How a film comes to where it should be: by a jump, or by its speed. `length` and the places are in seconds; it goes round and round. */
export function courseOf(at: number, target: number, length: number): { jump: true } | { jump: false; speed: number } {
  const ahead = (((target - at) % length) + length) % length
  const away = ahead > length / 2 ? ahead - length : ahead
  if (Math.abs(away) > far) return { jump: true }
  return { jump: false, speed: Math.abs(away) < near ? 1 : 1 + Math.max(-hurry, Math.min(hurry, away)) }
}

/** Whether something that stood at this place when asked has stood still for too long; asks are told apart by `now`, milliseconds. */
export function createStuckWatch(): (place: number, now: number) => boolean {
  let last: { place: number; movedAt: number } | undefined
  return (place, now) => {
    if (last?.place !== place) last = { place, movedAt: now }
    const stuck = now - last.movedAt > stuckMs
    if (stuck) last.movedAt = now
    return stuck
  }
}

/** Looks after films that play, until the interval is cleared. `since`: when each of them began, of the server's clock. */
export function watchFilms(
  playing: () => { film: Film; since: number }[],
  { clock, trouble }: { clock: Pick<Clock, 'now'>; trouble(content: string, code: string, detail: string): void },
): ReturnType<typeof setInterval> {
  return setInterval(() => {
    for (const { film, since } of playing()) {
      const seconds = (clock.now() - since) / 1000
      if (film.isStuck()) {
        trouble(film.name, 'video-stuck', 'the film stood still and was loaded anew')
        film.again(seconds)
      } else film.follow(seconds)
    }
  }, lookMs)
}

/** Resolves when its first picture is there; rejects when it does not come. */
export async function openFilm(box: HTMLElement, url: string, volume: number, { lost, played }: FilmEvents): Promise<Film> {
  const video = element('video')
  const setVolume = (volume: number) => {
    video.volume = volume
    video.muted = volume === 0
  }
  video.loop = true
  video.playsInline = true
  video.preload = 'auto'
  setVolume(volume)
  const reasonOfVideo = () => video.error?.message ?? 'the film does not play'
  const load = () => {
    let limit: ReturnType<typeof setTimeout> | undefined
    return new Promise<void>((resolve, reject) => {
      limit = setTimeout(() => reject(new Error('the film does not begin')), beginMs)
      video.addEventListener('loadeddata', () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(reasonOfVideo())), { once: true })
      video.src = url
    }).finally(() => clearTimeout(limit))
  }
  const unload = () => {
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
  await load().catch((error: unknown) => {
    unload()
    throw error
  })
  box.replaceChildren(video)
  const stands = createStuckWatch()
  const length = () => (Number.isFinite(video.duration) && video.duration > 0 ? video.duration : undefined)
  const follow = (seconds: number) => {
    const whole = length()
    if (whole === undefined) return
    const target = Math.max(0, seconds) % whole
    const course = courseOf(video.currentTime, target, whole)
    if (course.jump) video.currentTime = target
    video.playbackRate = course.jump ? 1 : course.speed
  }
  let isOver = false
  let seenToEnd: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    if (seenToEnd !== undefined && !isOver) played()
  }
  const lose = (reason: string) => {
    if (!isOver) lost(reason)
    isOver = true
  }
  video.addEventListener('error', () => lose(reasonOfVideo()))
  const play = (seconds: number) => {
    seenToEnd ??= setTimeout(end, (length() ?? 0) * 1000 || unknownLengthMs)
    follow(seconds)
    video.play().catch((error: unknown) => {
      // Without a gesture of the viewer browsers play sound only when an option at their start allows it.
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return
      video.muted = true
      video.play().catch(() => undefined)
    })
  }
  let againAt = -Infinity
  return {
    name: box.dataset.content ?? '',
    play,
    follow,
    again: (seconds) => {
      if (performance.now() - againAt < stuckAgainMs) return lose('the film stands still')
      againAt = performance.now()
      return void load().then(
        () => play(seconds),
        (error: unknown) => lose(messageOf(error)),
      )
    },
    isStuck: () => (length() ?? shortest) >= shortest && stands(video.currentTime, performance.now()),
    setVolume,
    end,
    stop: () => {
      end()
      isOver = true
      clearTimeout(seenToEnd)
      unload()
    },
  }
}
