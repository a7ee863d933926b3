/** Labels drawn by a definition that is stored nowhere, with everything that is wrong with them. */
import { createHash } from 'node:crypto'
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { LayoutFinding, LayoutMark } from '@endcap/contract/layout-findings'
import { encodeBmp, decodeBitmap } from '@endcap/label/bitmap'
import type { Context } from '../../platform/context.ts'
import { canonical } from './definition.ts'
import { panelOf, typesOfSize } from '../rendering/sizes.ts'
import { modelOf } from '@endcap/label/models'
import { inEnglish } from '@endcap/label/sentences'
import { decorateLabels } from '../../catalogue/scripts/decorate.ts'
import { storeWords, type RenderJob } from '../rendering/labels.service.ts'

export interface LabelToInspect {
  /** Empty: of no store, in English. */
  storeCode: string
  /** In the order of their places. */
  products: readonly { prCode: string; prInfo: string[] | null; layoutId?: string | null }[]
}
export interface Inspected {
  /** BMPs; only where they were asked for. */
  pages: Uint8Array[]
  /** Which page of the layout each is. */
  shown: readonly number[]
  findings: LayoutFinding[]
  marks: LayoutMark[]
}
interface Request {
  definition: object
  size: string
  modelClass: PanelPalette
  labels: readonly LabelToInspect[]
}
const noWords = { locale: 'en-US', currency: 'USD' }
const fault = (kind: string, words: Pick<LayoutFinding, 'detail' | 'translatable'>): Inspected => ({
  pages: [],
  shown: [],
  findings: [{ kind, level: 'error', page: 0, element: '', ...words }],
  marks: [],
})

/** In the order of `labels`. `pictures`: a person looks at them and waits. */
export async function inspectLabels(
  context: Pick<Context, 'db' | 'labels' | 'clock' | 'scripts' | 'signals' | 'log'>,
  { definition, size, modelClass, labels }: Request,
  { pictures = false } = {},
): Promise<Inspected[]> {
  const panel = panelOf(size)
  if (panel === undefined) return labels.map(() => fault('wrong-size', { detail: `There is no size ${size}`, translatable: null }))
  const layoutKey = createHash('sha256').update(canonical(definition)).digest('hex')
  const { aliases } = await context.labels.book()
  const words = new Map<string, { locale: string; currency: string }>()
  for (const storeCode of new Set(labels.map((label) => label.storeCode)))
    words.set(storeCode, (await storeWords(context.db, storeCode)) ?? noWords)
  // Scripts are told of a tag: one of this size and these colours.
  const tagType = typesOfSize(size).find((type) => modelOf(type)?.palette === modelClass) ?? ''
  const asked = labels.map((label) => ({ ...label, tagType, layoutId: null }))
  const decorated = await decorateLabels(context, asked)
  const jobs = decorated.map(({ label }): RenderJob | undefined => {
    if (label === undefined || label.products.some((product) => product.prInfo === null)) return undefined
    const { locale, currency } = words.get(label.storeCode) ?? noWords
    return {
      layoutKey,
      definition,
      tagType,
      panel: { width: panel.width, height: panel.height, palette: modelClass },
      aliases,
      locale,
      currency,
      products: label.products.map(({ prCode, prInfo }) => ({ prCode, prInfo: prInfo ?? [] })),
      purpose: 'inspect',
      pictures,
    }
  })
  const drawn = await context.labels.render(
    jobs.filter((job) => job !== undefined),
    { urgent: pictures },
  )
  let next = 0
  return jobs.map((job, place): Inspected => {
    if (job === undefined) {
      const { failure, label } = decorated[place] ?? {}
      if (failure != null) return fault('decorator-error', { detail: `Product ${failure.prCode}: ${failure.detail}`, translatable: null })
      return fault('bad-value', inEnglish('no-product', { text: label?.products.find((product) => product.prInfo === null)?.prCode ?? '' }))
    }
    const result = drawn[next++]
    return {
      pages: (result?.images ?? []).map(({ content }) => encodeBmp(decodeBitmap(content))),
      shown: result?.shown ?? [],
      findings: (result?.problems ?? []).map(
        ({ kind = 'render-error', level = 'error', page, element = '', detail, translatable = null }) => ({
          kind,
          level,
          page,
          element,
          detail,
          translatable,
        }),
      ),
      marks: [...(result?.marks ?? [])],
    }
  })
}
