/** What may stand on slides: what the store has, and what its displays can play. */
import { androidPackageType } from '@endcap/contract/media'
import type { ShowBody } from '@endcap/contract/slides'
import { conditionSchema } from '@endcap/label/layout'
import { parseTemplate } from '@endcap/label/template'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import { ApiError } from '../../platform/base/errors.ts'
import type { Db } from '../../platform/db/schema.ts'
import { androidPackageAt, canPlayAndroid } from './android-packages.ts'
import { isNumber, knownFonts, knownSchedules, typesOf } from './media.queries.ts'

type Slides = ShowBody['show']
interface Place {
  storeCode: string
  /** Of the display whose slides these are; a template is of all displays of its store. */
  mac?: string
}
const isFile = ({ type }: Pick<SlideObject, 'type'>) => type === 'image' || type === 'video' || type === 'widget'
const keyOf = ({ type, id }: Pick<SlideObject, 'type' | 'id'>) => `${type} ${id}`

/**
 * Refuses slides that name files or schedules which the store does not have, an Android package that no display here plays, or texts that cannot be
 * read. What stood there `before` may stay.
 */
export async function refuseUnplayable(tx: Db, place: Place, slides: Slides, before: readonly Slide[] = []): Promise<void> {
  const { storeCode } = place
  refuseUnreadable(slides)
  const old = new Set([...before.flatMap(({ object }) => object.map(keyOf)), ...before.flatMap(({ schedule }) => schedule)])
  const objects = slides.flatMap(({ object }, slide) =>
    object.flatMap((one, at) => (isFile(one) && !old.has(keyOf(one)) ? [{ ...one, slide, at, field: `show.${slide}.object.${at}` }] : [])),
  )
  const scheduled = slides.flatMap(({ schedule }, slide) =>
    schedule.flatMap((id, at) => (old.has(id) ? [] : [{ id, slide, field: `show.${slide}.schedule.${at}` }])),
  )
  if (objects.length > 0) {
    const found = await typesOf(tx, storeCode, [...new Set(objects.map(({ id }) => id).filter(isNumber))])
    const files = new Map(found.map((file) => [`${file.kind} ${file.file_id}`, file]))
    const lost = objects.find((one) => !files.has(keyOf(one)))
    if (lost !== undefined) throw unknownAt(lost.type, lost)
    const packages = objects.flatMap((one) => {
      const file = files.get(keyOf(one))
      return file?.type === androidPackageType ? [androidPackageAt(one.field, file.name)] : []
    })
    if (packages[0] !== undefined && !(await canPlayAndroid(tx, place))) throw packages[0]
  }
  const fonts = slides.flatMap(({ object }, slide) =>
    object.flatMap(({ text }, at) =>
      text?.font === undefined ? [] : [{ id: text.font, slide, field: `show.${slide}.object.${at}.text.font` }],
    ),
  )
  const there = await knownFonts(tx, [...new Set(fonts.map(({ id }) => id))])
  const without = fonts.find(({ id }) => !there.has(id))
  if (without !== undefined) throw unknownAt('font', without)
  if (scheduled.length > 0) {
    const known = await knownSchedules(tx, storeCode, [...new Set(scheduled.map(({ id }) => id).filter(isNumber))])
    const lost = scheduled.find(({ id }) => !known.has(id))
    if (lost !== undefined) throw unknownAt('schedule', lost)
  }
}
const unknownAt = (kind: string, { id, slide, field }: { id: string; slide: number; field: string }) =>
  new ApiError(400, {
    code: `unknown-${kind}-on-slide`,
    message: `${field}: there is no ${kind} ${id} in this store`,
    field,
    values: { id, slide: slide + 1 },
  })

/** Texts and codes name fields, and have conditions, as layouts do. */
function refuseUnreadable(slides: Slides): void {
  for (const [slide, { object }] of slides.entries())
    for (const [at, { text, code }] of object.entries()) {
      const place = `show.${slide}.object.${at}`
      const pieces = parseTemplate(text?.text ?? code?.value ?? '')
      if ('translatable' in pieces) throw unreadableAt(slide, `${place}.${text === undefined ? 'code.value' : 'text.text'}`, pieces.detail)
      for (const [index, condition] of (text?.when ?? []).entries()) {
        const { error } = conditionSchema.safeParse(condition)
        if (error !== undefined) throw unreadableAt(slide, `${place}.text.when.${index}`, error.issues[0]?.message ?? '')
      }
    }
}
const unreadableAt = (slide: number, field: string, reason: string) =>
  new ApiError(400, { code: 'unreadable-text-on-slide', message: `${field}: ${reason}`, field, values: { slide: slide + 1, reason } })
