/** What a virtual tag does with what a gateway carries to it over the air: labels, lights, pages, status checks. */
import { ledParams, pageParams, type Operation, type OpResult } from '@endcap/gateway-link/messages'
import { modelOf } from '@endcap/label/models'
import { catchUp, noteTransmission, show, type Tag } from './tag.ts'

export interface Carried {
  operation: Operation
  files: ReadonlyMap<number, Uint8Array>
  /** Milliseconds. */
  now: number
  /** How many times faster than life: lights and pages last that much shorter. */
  speed: number
}
export type Outcome = { outcome: 'shown' | 'same' } | { outcome: 'failed'; reason: NonNullable<OpResult['reason']>; detail: string }

/** Volts that a second of light and an answered check take. */
const lightVolts = 0.000_002
const checkVolts = 0.000_001

const refused = (detail: string): Outcome => ({ outcome: 'failed', reason: 'tag-refused', detail })

export function carryOut(tag: Tag, { operation, files, now, speed }: Carried): Outcome {
  catchUp(tag, now)
  const { op, kind, hash, params } = operation
  if (kind === 'SHOW' || kind === 'BLANK') {
    const result = show(tag, { id: op, hash: hash ?? '', refresh: params?.refresh === 1, files })
    return result.outcome === 'failed' ? refused(result.detail) : result
  }
  noteTransmission(tag, op)
  switch (kind) {
    case 'LED':
      return shine(tag, params, { now, speed })
    case 'PAGE':
      return turnPage(tag, params, { now, speed })
    case 'STATUS_CHECK':
      tag.checks++
      tag.battery -= checkVolts
      return { outcome: 'shown' }
  }
}

function shine(tag: Tag, params: Operation['params'], { now, speed }: Pick<Carried, 'now' | 'speed'>): Outcome {
  if (modelOf(tag.tagType)?.led !== true) return { outcome: 'failed', reason: 'unsupported', detail: 'the tag has no LED' }
  const light = ledParams.safeParse(params)
  if (!light.success) return refused('these settings of the light are unknown')
  const { state, brightness, speed: blinking, seconds } = light.data
  tag.light = seconds === 0 ? undefined : { state, brightness, speed: blinking, until: now + (seconds * 1000) / speed }
  tag.battery -= lightVolts * seconds
  return { outcome: 'shown' }
}

function turnPage(tag: Tag, params: Operation['params'], { now, speed }: Pick<Carried, 'now' | 'speed'>): Outcome {
  const pageRequest = pageParams.safeParse(params)
  if (!pageRequest.success) return refused('this page is unknown')
  const { page, seconds } = pageRequest.data
  if (page > 0 && !tag.glass.has(page)) return refused(`the label has no page ${page}`)
  const outcome = page === tag.page ? 'same' : 'shown'
  tag.page = page
  tag.pageUntil = page === 0 || seconds === 0 ? undefined : now + (seconds * 1000) / speed
  return { outcome }
}
