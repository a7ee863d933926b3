/** What can be done in the aisle, as data: kept through a reload, sent in order, and undone where that is possible. */
import type { Contract } from '@endcap/contract'
import { CallError, type Client } from '@endcap/contract/client'
import { ledColours } from '@endcap/contract/tag-control'
import { tagMacForm, normaliseTagMac } from '@endcap/contract/vocabulary'
import { modelOf } from '@endcap/label/models'
import type { DoneParcel, Parcel } from '../scan/outbox.ts'
import { familyQuestions, wantsLargeTicket } from '../form/assign-families.tsx'
import { givenOf, productMissing, sendAssign, type AssignJob, type Given } from '../data/assign-job.ts'
import { giveBack } from '../data/give-back.ts'

/** A light's colour as the console offers it: those that are easily told apart at a distance. */
export const blinkColours = ['green', 'red', 'blue', 'yellow'] as const satisfies readonly (typeof ledColours)[number][]
export type BlinkColour = (typeof blinkColours)[number]
/** Minutes a label blinks: long enough to walk there, short enough for its battery. */
const blinkMinutes = 2
const strongLight = 3
const fastBlinking = 3

export type Job =
  /** `family`: the code of the family whose products the tag shall show. */
  | ({ kind: 'assign'; family?: string } & AssignJob)
  | { kind: 'swap'; from: string; to: string; replace: boolean; before?: Given; undoes?: number; giveBack?: Given }
  | { kind: 'blink'; code: string; colour: BlinkColour }
  | { kind: 'dark'; tagMacs: string[]; undoes: number }
  | { kind: 'resend'; tagMac: string }
  | { kind: 'restore'; tagMac: string; given: Given; undoes: number }

export interface Done {
  /** What it was about, for people: the product's name or code. */
  product: string | null
  /** The first product that the tag carries since. */
  prCode?: string | null
  /** What the tag that took something over carried before. */
  before?: Given
  /** The tags that blink, and how many cannot. */
  blinking?: string[]
  cannot?: number
}
export type JobParcel = Parcel<Job, Done>
export type DoneJob = DoneParcel<Job, Done>

/** Refusals that are questions: the same job can be sent again with a yes. */
export const questions = new Set([productMissing, ...familyQuestions, 'swap-unsure'])
/** The job with the yes; `family`: with what was chosen. */
export function agreed(job: Job, family?: string): Job {
  if (job.kind === 'swap') return { ...job, replace: true }
  return job.kind === 'assign' ? { ...job, sure: true, ...(family !== undefined && { family }) } : job
}

/** Each may be sent twice: its answer may have been lost, or the page was left before it came. */
export async function sendJob(
  api: Client<Contract>,
  { storeCode, site }: { storeCode: string; site: string },
  job: Job,
  amend: (job: Job) => void,
): Promise<Done> {
  const find = (code: string) => api.tags.find({ params: { code, storeCode } })
  const light = (tagMacs: string[], duration: number, colour: BlinkColour = 'green') =>
    api.tagControl.led({
      body: {
        storeCode,
        tagList: tagMacs.map((tagMac) => ({
          tagMac,
          duration,
          ledState: ledColours.indexOf(colour),
          ledBrightness: strongLight,
          blinkingSpeed: fastBlinking,
        })),
      },
    })
  switch (job.kind) {
    case 'assign': {
      const { prCode, prName, before } = await sendAssign(api, storeCode, job, {
        remember: (known) => amend({ ...job, before: known }),
        choose: (families) => {
          if (job.sure || families.length === 0) return families.find((family) => family.fmPrCode === job.family)
          if (wantsLargeTicket(site, job.tagMac))
            throw new CallError(409, { code: 'large-ticket', message: 'This is a large tag. Please use a large ticket.' })
          const error = families.map((family) => family.fmPrCode)
          throw new CallError(409, {
            code: 'family-choice',
            message: 'This product belongs to a family. Choose what the tag shall show.',
            error,
          })
        },
      })
      return { product: prName ?? prCode, prCode, before }
    }
    case 'swap': {
      const [{ tag: old }, { tag: fresh }] = await Promise.all([find(job.from), find(job.to)])
      const before = job.before ?? givenOf(fresh)
      amend({ ...job, before })
      await api.tags.swap({ body: { storeCode, from: job.from, to: job.to, replace: job.replace } })
      if (job.giveBack !== undefined && job.giveBack.prCodeList.length > 0) await giveBack(api, storeCode, job.from, job.giveBack)
      // Sent twice, the products stand on the new tag already.
      const carrier = old !== null && old.prCode !== null ? old : fresh
      return { product: carrier?.prName ?? carrier?.prCode ?? null, prCode: carrier?.prCode ?? null, before }
    }
    case 'blink': {
      const { tag, product, tagList } = await find(job.code)
      const all = tag === null ? tagList : [tag]
      const able = all.filter(({ tagType }) => modelOf(tagType)?.led === true).map((one) => one.tagMac)
      if (able.length > 0) await light(able, blinkMinutes, job.colour)
      return { product: product?.prName ?? product?.prCode ?? tag?.prName ?? null, blinking: able, cannot: all.length - able.length }
    }
    case 'dark':
      await light(job.tagMacs, 0)
      return { product: null }
    case 'resend':
      await api.tags.reassign({ body: { storeCode, tagList: [job.tagMac] } })
      return { product: null }
    case 'restore':
      await giveBack(api, storeCode, job.tagMac, job.given)
      return { product: job.given.prCodeList.join(', ') || null }
  }
}

/** What takes a done job back; undefined for what cannot be or was taken back. */
export function undoOf({ id, job, result }: DoneJob, parcels: readonly JobParcel[]): Job | undefined {
  if (undoneBy(id, parcels) !== undefined) return undefined
  switch (job.kind) {
    case 'assign':
      return result.before && { kind: 'restore', tagMac: job.tagMac, given: result.before, undoes: id }
    case 'swap':
      return job.undoes === undefined && result.before !== undefined
        ? { kind: 'swap', from: job.to, to: job.from, replace: true, undoes: id, giveBack: result.before }
        : undefined
    case 'blink':
      return result.blinking !== undefined && result.blinking.length > 0
        ? { kind: 'dark', tagMacs: result.blinking, undoes: id }
        : undefined
    default:
      return undefined
  }
}
/** The parcel that takes this one back, or has done so. */
export const undoneBy = (id: number, parcels: readonly JobParcel[]): JobParcel | undefined =>
  parcels.find(({ job, state }) => 'undoes' in job && job.undoes === id && state !== 'refused')

/** The tags that a job is about. */
export function tagsOf(job: Job): string[] {
  switch (job.kind) {
    case 'swap':
      return [job.to]
    case 'blink':
      return tagMacForm.test(normaliseTagMac(job.code)) ? [normaliseTagMac(job.code)] : []
    case 'dark':
      return job.tagMacs
    default:
      return [job.tagMac]
  }
}
