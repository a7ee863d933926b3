/** Pictures of the screen: how often they are taken, and what goes with each. */
import type { Manifest } from '@endcap/contract/player'
import type { Machine } from './machine.ts'
import { capture, smaller, turnShown } from './screen/capture.ts'
import type { Said } from './server.ts'

/** Answers what takes another rhythm, in seconds; 0 for none. */
export function createPictures(send: () => Promise<void>): (seconds: number) => void {
  let set = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return (seconds) => {
    if (seconds === set) return
    set = seconds
    clearInterval(timer)
    // One that cannot be sent is not missed: the next one is newer.
    if (seconds > 0) timer = setInterval(() => void send().catch(() => undefined), seconds * 1000)
  }
}

interface Moment {
  /** By the server's clock. */
  at: number
  /** Undefined before the first plan. */
  rev: Manifest['rev'] | undefined
  now: { kind: string; index: number | null } | null
  /** Something lies over what is played, for people who look after the display. */
  isCovered: boolean
}
/** What the display believes to show in a picture; undefined while it plays no plan. */
export function saidWithPicture({ at, rev, now, isCovered }: Moment): Said | undefined {
  if (rev === undefined || now === null) return undefined
  const kind = isCovered || document.querySelector('.setup') !== null ? 'info' : now.kind
  return { at: String(Math.round(at)), rev, kind, ...(now.index !== null && { index: String(now.index) }) }
}

/** What is really on the screen where the machine can say it, else what the page knows of it; and what goes with it. */
export async function pictureOf(machine: Machine | undefined, said: Said | undefined): Promise<[Blob, Said | undefined]> {
  if (machine === undefined) return [await capture(), said]
  const turn = turnShown()
  return [await smaller(await machine.screenshot()), said && { ...said, turn }]
}
