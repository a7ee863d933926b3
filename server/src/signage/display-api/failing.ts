/**
 * What displays say they cannot show, and what pictures of their screens show: one alarm for as long as something is not as it should be, with
 * what a person calls it.
 */
import { isDeepStrictEqual } from 'node:util'
import type { DeviceReport, Failing } from '@endcap/contract/device-report'
import type { ScreenFault } from '@endcap/contract/screen-check'
import { drawnPlace } from '@endcap/signage/drawn'
import { clearAlarm, raiseAlarm } from '../../people/alarms/alarms.service.ts'
import type { Db } from '../../platform/db/schema.ts'
import { screenFaultOf } from './screenshots.queries.ts'

type Reported = Pick<Partial<DeviceReport>, 'errors'>
type Fault = DeviceReport['errors'][number]
const isContent = (error: Fault): error is Fault & { content: string } => error.content !== undefined
const failingOf = ({ errors = [] }: Reported) => errors.filter(isContent)

/** Kinds of files that a store has itself; `content` is of the library of all stores. */
const fileKinds = new Set(['image', 'video', 'widget'])
const isId = (text: string) => /^\d{1,18}$/.test(text)

/** What a display cannot show, as its plan calls it, such as `video:12`, with the name of its file. A webpage is called by its address. */
export async function readFailing(db: Db, storeCode: string, report: Reported): Promise<Failing[]> {
  const failing = failingOf(report).map(({ content, ...fault }) => {
    const colon = content.indexOf(':')
    const [kind, id] = [content.slice(0, colon), content.slice(colon + 1)]
    // What the server draws has no name: it is called by its slide and its place from back to front.
    const place = kind === 'product' ? drawnPlace(Number(id)) : undefined
    const drawn = place && { kind: 'drawn', id: `${place.slide + 1}.${place.object + 1}`, code: 'drawn-failed' }
    return { ...fault, kind, id, ...drawn, slide: fault.slide ?? null }
  })
  const ids = (of: (kind: string) => boolean) => failing.flatMap(({ kind, id }) => (of(kind) && isId(id) ? [id] : []))
  const [files, contents] = [ids((kind) => fileKinds.has(kind)), ids((kind) => kind === 'content')]
  const names = new Map<string, string>()
  if (files.length > 0) {
    const known = db.selectFrom('plus_files').select(['file_id', 'name']).where('store_code', '=', storeCode)
    for (const { file_id, name } of await known.where('file_id', 'in', files).execute()) names.set(`file ${file_id}`, name)
  }
  if (contents.length > 0) {
    const known = db.selectFrom('plus_contents').select(['content_id', 'name'])
    for (const { content_id, name } of await known.where('content_id', 'in', contents).execute()) names.set(`content ${content_id}`, name)
  }
  return failing.map(({ kind, id, ...fault }) => ({
    ...fault,
    kind,
    name: names.get(`${kind === 'content' ? kind : 'file'} ${id}`) ?? id,
  }))
}

interface Heard {
  mac: string
  /** As the alarm calls it. */
  name: string
  storeCode: string
  before: Reported
  report: Reported
  at: Date
}

/** Answers whether the display says something else about it than it did before. */
export async function evaluateFailing(tx: Db, { mac, name, storeCode, before, report, at }: Heard): Promise<boolean> {
  if (isDeepStrictEqual(failingOf(before), failingOf(report))) return false
  await setContentAlarm(tx, { mac, name, storeCode, report, at, fault: await screenFaultOf(tx, mac) })
  return true
}

/** The alarm as both say it, or its end when all is well. */
export async function setContentAlarm(
  tx: Db,
  { mac, name, storeCode, report, at, fault }: Omit<Heard, 'before'> & { fault: ScreenFault | null },
): Promise<void> {
  const alarm = { storeCode, type: 'DISPLAY CONTENT ABNORMAL' as const, subject: mac, at }
  const failing = (await readFailing(tx, storeCode, report)).map(({ code, name: content }) => `${code}:${content}`)
  const conditions = [...new Set([...failing, ...(fault === null ? [] : [`screen-${fault}`])])]
  if (conditions.length === 0) await clearAlarm(tx, alarm)
  else await raiseAlarm(tx, { ...alarm, class: 2, data: { name, mac, conditions } })
}
