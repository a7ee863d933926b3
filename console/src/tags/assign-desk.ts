/**
 * What the fields of the assign dialog hold, and where scans go: a scan finds its field by its form; a complete pair goes to the outbox, and
 * those behind it wait their turn there. A pair that was refused comes back into the fields and is corrected there.
 */
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import type { Outbox, Parcel } from '../scan/outbox.ts'
import { withoutScan } from '../scan/wedge.ts'
import type { Assigned, AssignJob } from '../data/assign-job.ts'

export interface PairJob extends AssignJob {
  /** The product is the default one, and was not scanned. */
  byDefault: boolean
}
export type PairOutbox = Outbox<PairJob, Assigned>
export type PairParcel = Parcel<PairJob, Assigned>

export interface Fields {
  tagMac: string
  code: string
  /** The default product code. */
  sole: string
}
export interface Desk {
  /** What is being entered, apart from a pair that is with the server or was refused. */
  draft: Fields
  /** What a pair lacks that was to be sent. */
  lacks: 'tag' | 'product' | undefined
  /** Counts scans: after each, the focus goes where the next one belongs. */
  scans: number
}

/** The pair that is with the server, waits for it, or was refused: it stands in the fields. */
export const pairInQuestion = (parcels: readonly PairParcel[]): PairParcel | undefined => parcels.find((one) => one.state !== 'done')

/** What the fields show. */
export function fieldsOf({ draft }: Desk, pair: PairParcel | undefined): Fields {
  if (pair === undefined) return draft
  return { tagMac: pair.job.tagMac, code: pair.job.byDefault ? '' : pair.job.code, sole: draft.sole }
}

/** Scans that wait behind the pair in question. */
export function scansWaiting({ draft }: Desk, parcels: readonly PairParcel[]): number {
  const [pair, ...behind] = parcels.filter((one) => one.state !== 'done')
  if (pair === undefined) return 0
  const scanned = behind.reduce((sum, { job }) => sum + (job.byDefault ? 1 : 2), 0)
  return scanned + Number(draft.tagMac !== '') + Number(draft.code !== '')
}

export interface AssignDesk {
  get: () => Desk
  subscribe: (listener: () => void) => () => void
  scan: (code: string) => void
  edit: (field: keyof Fields, text: string) => void
  /** What Enter and the button do: send the pair, send the refused one again, or say what lacks. */
  submit: (sure: boolean) => void
}

export function createAssignDesk(outbox: PairOutbox, tagMac: string): AssignDesk {
  let desk: Desk = { draft: { tagMac, code: '', sole: '' }, lacks: undefined, scans: 0 }
  const listeners = new Set<() => void>()
  const set = (part: Partial<Desk>) => {
    desk = { ...desk, lacks: undefined, ...part }
    for (const listener of listeners) listener()
  }
  const inQuestion = () => pairInQuestion(outbox.get().parcels)
  /** A pair as a job; undefined while it lacks something. A default product code overrides what is typed. */
  const jobOf = ({ tagMac: mac, code, sole }: Fields): PairJob | undefined => {
    const byDefault = sole.trim() !== ''
    const job = { tagMac: mac.trim(), code: (byDefault ? sole : code).trim(), sure: false, byDefault }
    return job.tagMac === '' || job.code === '' ? undefined : job
  }
  const take = (fields: Fields, code: string): Fields => {
    const clean = { tagMac: withoutScan(fields.tagMac, code), code: withoutScan(fields.code, code), sole: withoutScan(fields.sole, code) }
    return tagMacForm.test(normaliseTagMac(code)) ? { ...clean, tagMac: normaliseTagMac(code) } : { ...clean, code }
  }
  const correct = (pair: PairParcel, fields: Fields): PairJob => {
    const job = jobOf(fields) ?? { tagMac: fields.tagMac, code: fields.code, sure: false, byDefault: false }
    if (fields.tagMac === '' && fields.code === '') outbox.drop(pair.id)
    else outbox.change(pair.id, job)
    return job
  }

  return {
    get: () => desk,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    scan: (code) => {
      const pair = inQuestion()
      const scans = desk.scans + 1
      if (pair?.state === 'refused') {
        const fields = take(fieldsOf(desk, pair), code)
        set({ draft: { ...desk.draft, sole: fields.sole }, scans })
        const job = correct(pair, fields)
        if (job.tagMac !== '' && job.code !== '') outbox.again(pair.id)
        return
      }
      const draft = take(desk.draft, code)
      const job = jobOf(draft)
      set({ draft: job === undefined ? draft : { tagMac: '', code: '', sole: draft.sole }, scans })
      if (job !== undefined) outbox.add(job)
    },
    edit: (field, text) => {
      const pair = inQuestion()
      if (pair?.state === 'refused' && field !== 'sole') {
        set({})
        correct(pair, { ...fieldsOf(desk, pair), [field]: text })
      } else set({ draft: { ...desk.draft, [field]: text } })
    },
    submit: (sure) => {
      const pair = inQuestion()
      if (pair !== undefined && pair.state !== 'refused') return
      const fields = fieldsOf(desk, pair)
      const job = jobOf(fields)
      if (job === undefined) return set({ lacks: fields.tagMac.trim() === '' ? 'tag' : 'product' })
      set(pair === undefined ? { draft: { tagMac: '', code: '', sole: fields.sole } } : {})
      if (pair === undefined) outbox.add(job)
      else outbox.again(pair.id, { ...job, sure })
    },
  }
}
