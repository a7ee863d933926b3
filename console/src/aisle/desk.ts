/**
 * The work at hand in the aisle: which action, what was scanned for it so far, and what is on its way to the server. One for each account and
 * store: it goes on when the screen is left, and is there again after a reload.
 */
import { CallError, type Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import type { SessionStore } from '../app/services.ts'
import { createOutbox, type Outbox } from '../scan/outbox.ts'
import { playSound } from '../ui/sound.ts'
import { blinkColours, sendJob, type BlinkColour, type Done, type Job, type JobParcel } from './jobs.ts'
import type { Place } from './view.ts'

export interface Desk extends Place {
  /** Counts scans, so that the same code scanned twice is noticed. */
  scans: number
  /** The parcel that the big letters tell of: the newest that something happened to. */
  last: number | undefined
  /** A scan that cannot be right here, such as a product where a label belongs. */
  wrong: 'not-a-label' | undefined
}
export type AisleOutbox = Outbox<Job, Done>
export interface AisleDesk {
  get: () => Desk
  subscribe: (listener: () => void) => () => void
  outbox: AisleOutbox
  scan: (code: string) => void
  go: (place: Place) => void
  add: (job: Job) => void
}

/** The code as it is kept: a tag's id tidied, anything else as it was read. */
export const readCode = (text: string): { code: string; isTag: boolean } => {
  const normalised = normaliseTagMac(text)
  return tagMacForm.test(normalised) ? { code: normalised, isTag: true } : { code: text.trim(), isTag: false }
}

interface Parts {
  send: (job: Job, amend: (job: Job) => void) => Promise<Done>
  colour: () => BlinkColour
  storage?: { read: () => readonly JobParcel[]; write: (parcels: readonly JobParcel[]) => void }
}

export function createAisleDesk({ send, colour, storage }: Parts): AisleDesk {
  let desk: Desk = { action: 'assign', code: '', scans: 0, last: undefined, wrong: undefined }
  const listeners = new Set<() => void>()
  const set = (part: Partial<Desk>) => {
    desk = { ...desk, ...part }
    for (const listener of listeners) listener()
  }
  const outbox: AisleOutbox = createOutbox<Job, Done>({
    send,
    onRefusal: 'pass',
    insist: true,
    ...(storage && { storage }),
    onDone: ({ id, job, result }) => {
      const nothing = job.kind === 'blink' && result.blinking?.length === 0
      playSound(nothing ? 'failure' : 'success')
      set({ last: id })
    },
    onRefused: (id) => {
      playSound('failure')
      navigator.vibrate?.([120, 60, 120])
      set({ last: id })
    },
  })
  const add = (job: Job) => set({ last: outbox.add(job), wrong: undefined })
  const wrongScan = () => {
    playSound('failure')
    set({ wrong: 'not-a-label' })
  }

  function scan(text: string): void {
    const { code, isTag } = readCode(text)
    if (code === '') return
    navigator.vibrate?.(30)
    set({ scans: desk.scans + 1, wrong: undefined })
    const first = readCode(desk.code)
    switch (desk.action) {
      case 'find':
        return set({ code })
      case 'blink':
        set({ code })
        return add({ kind: 'blink', code, colour: colour() })
      case 'assign': {
        // Either may come first; two of a kind: the later one counts.
        if (first.code === '' || first.isTag === isTag) return set({ code, last: undefined })
        set({ code: '' })
        return add({ kind: 'assign', tagMac: isTag ? code : first.code, code: isTag ? first.code : code, sure: false })
      }
      case 'swap':
        if (!isTag) return wrongScan()
        if (first.code === '') return set({ code, last: undefined })
        set({ code: '' })
        return add({ kind: 'swap', from: first.code, to: code, replace: false })
    }
  }
  return {
    get: () => desk,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    outbox,
    scan,
    go: ({ action, code }) => set({ action, code, last: undefined, wrong: undefined }),
    add,
  }
}

const colourKey = 'endcap.blink'
export const storedColour = (): BlinkColour => blinkColours.find((one) => one === localStorage.getItem(colourKey)) ?? 'green'
export const storeColour = (colour: BlinkColour): void => localStorage.setItem(colourKey, colour)

const desks = new Map<string, AisleDesk>()
/** The desk of an account in a store; made with its first use. */
export function deskOf(
  api: Client<Contract>,
  session: SessionStore,
  { email, storeCode }: { email: string; storeCode: string },
): AisleDesk {
  const key = `endcap.aisle.${email}.${storeCode}`
  const known = desks.get(key)
  if (known !== undefined) return known
  const desk = createAisleDesk({
    colour: storedColour,
    send: async (job, amend) => {
      // The work of one account is not done in the name of another one.
      const user = session.get()?.user
      if (user?.email !== email) throw new CallError(401, { code: 'unauthorized', message: 'Sign in, please.' })
      return sendJob(api, { storeCode, site: user.systemConfig.site }, job, amend)
    },
    storage: {
      read: () => {
        try {
          return (JSON.parse(sessionStorage.getItem(key) ?? '[]') ?? []) as JobParcel[]
        } catch {
          return []
        }
      },
      write: (parcels) => sessionStorage.setItem(key, JSON.stringify(parcels)),
    },
  })
  desks.set(key, desk)
  return desk
}
