/** The layout as the server draws it: while it is dragged and typed, and small for other products. */
import { CallError } from '@endcap/contract/client'
import type { PanelPalette } from '@endcap/contract/colour-classes'
import type { DrawnLayout, LayoutFinding, LayoutMark } from '@endcap/contract/layout-findings'
import type { LayoutSample } from '@endcap/contract/layouts'
import type { LayoutDefinition, LayoutProblem } from '@endcap/label/layout'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useApi } from '../app/services.ts'
import type { Box } from '../canvas/geometry.ts'
import type { LiveBox } from '../canvas/live-box.ts'
import { bmpAddress } from '../data/layout-picture.ts'
import { createDrawQueue, type Asked } from './draw-queue.ts'
import { toDefinition, withBoxes, type EditorLayout, type Scope } from './model.ts'
import { elementNamed, problemsOf } from './places.ts'
import { placesOf } from '../data/layout-sample.ts'
import { useLatest } from '../ui/use-latest.ts'
import type { Sight } from './use-sight.ts'

export interface DesignFinding extends Omit<LayoutFinding, 'element'> {
  /** The element that it is about; undefined when it is about the whole. */
  key: string | undefined
}
/** Where an element's ink is. */
export interface DesignMark extends Omit<LayoutMark, 'element'> {
  key: string
}
export interface Drawn {
  /** Addresses of the pictures by page; of pages whose condition does not hold there is none. */
  pictures: ReadonlyMap<number, string>
  findings: readonly DesignFinding[]
  marks: readonly DesignMark[]
  /** Of which these are. */
  layout: EditorLayout | undefined
}
const nothing: Drawn = { pictures: new Map(), findings: [], marks: [], layout: undefined }

/** A server out of reach is asked again after this time. */
const retryMs = 3000
const isPassing = (error: unknown) => error instanceof CallError && (error.status === 0 || error.status >= 500)

/** The page that is worked on is drawn whatever its condition says. */
const withPage = (definition: LayoutDefinition, page: number): LayoutDefinition => ({
  ...definition,
  pages: definition.pages.map(({ when, ...rest }, index) => (index === page || when === undefined ? rest : { ...rest, when })),
})

/** With what elements are called here. */
function readDrawn({ pages, shown, findings, marks }: DrawnLayout, layout: EditorLayout): Drawn {
  return {
    layout,
    pictures: new Map(pages.map((picture, index) => [shown[index] ?? index, bmpAddress(picture)])),
    findings: findings.map(({ element, ...finding }) => ({ ...finding, key: elementNamed(layout, finding.page, element)?.element.key })),
    marks: marks.flatMap(({ element, ...mark }): DesignMark[] => {
      const found = elementNamed(layout, mark.page, element)
      return found === undefined ? [] : [{ ...mark, key: found.element.key }]
    }),
  }
}

interface Panel {
  size: string
  modelClass: PanelPalette
}
interface DrawnOptions {
  panel: Panel
  layout: EditorLayout
  scope: Scope
  live: LiveBox
  sight: Sight
  /** Nothing is asked while something is wrong. */
  isWrong: boolean
}
interface Question {
  layout: EditorLayout
  body: {
    storeCode?: string
    definition: LayoutDefinition
    size: string
    modelClass: PanelPalette
    products: ReturnType<Sight['productsFor']>
  }
}
type Products = Pick<Sight, 'storeCode' | 'productsFor'>
const bodyOf = (definition: LayoutDefinition, { storeCode, productsFor }: Products, panel: Panel, first?: LayoutSample) => ({
  ...(storeCode !== undefined && { storeCode }),
  definition,
  ...panel,
  products: productsFor(placesOf(definition), first),
})
/** The whole of the layout, for the page of this key. */
function askedOf(layout: EditorLayout, pageKey: string, products: Products, panel: Panel): Asked<Question> {
  const page = layout.pages.findIndex(({ key }) => key === pageKey)
  const body = bodyOf(withPage(toDefinition(layout), page), products, panel)
  return { subject: JSON.stringify([body.storeCode, panel, body.products]), question: { layout, body } }
}

/** Drawn anew with every move of what is held and every letter that is typed, as fast as answers come. */
export function useDrawn({ panel, layout, scope, live, sight, isWrong }: DrawnOptions) {
  const api = useApi()
  const [drawn, setDrawn] = useState<Drawn>(nothing)
  const [failed, setFailed] = useState<{ problems: readonly LayoutProblem[]; error: unknown }>()
  const [busy, setBusy] = useState(false)
  const call = useLatest(api.layouts.draw)
  const [queue] = useState(() =>
    createDrawQueue<Question, DrawnLayout>({
      call: ({ body }, signal) => call.current({ body }, { signal }),
      onAnswer: (answer, { layout }) => {
        setDrawn(readDrawn(answer, layout))
        setFailed(undefined)
      },
      onError: (error) => {
        const places = error instanceof CallError && error.status === 400 ? problemsOf(error.answer) : []
        setFailed({ problems: places, error })
      },
      onBusy: setBusy,
    }),
  )
  const { size, modelClass } = panel
  const { storeCode, productsFor } = sight
  const unready = sight.query.isFetching && sight.product === undefined
  const ask = useCallback(() => {
    if (unready || isWrong) return
    queue.ask(askedOf(layout, scope.page, { storeCode, productsFor }, { size, modelClass }))
  }, [queue, layout, scope.page, size, modelClass, storeCode, productsFor, isWrong, unready])
  useEffect(ask, [ask])
  const again = useLatest(ask)
  const move = useLatest((held: ReadonlyMap<string, Box>) => {
    if (!isWrong) queue.ask(askedOf(withBoxes(layout, scope, held), scope.page, { storeCode, productsFor }, { size, modelClass }))
  })
  useEffect(
    () =>
      live.subscribe(() => {
        const held = live.get()
        if (held !== undefined) move.current(held.boxes ?? new Map([[held.key, held.box]]))
      }),
    [live, move],
  )
  useEffect(() => () => queue.stop(), [queue])
  useEffect(() => {
    if (failed === undefined || !isPassing(failed.error)) return
    const timer = setTimeout(() => again.current(), retryMs)
    return () => clearTimeout(timer)
  }, [failed, again])
  return { drawn, failed, busy, retry: ask }
}

/** Small pictures wait until nothing was changed for so long: what is worked on comes first. */
const restMs = 500
export interface SmallLabel {
  /** Undefined: the page is not shown for this product. */
  picture: string | undefined
  errors: number
  warnings: number
}

interface SmallLabels {
  /** What they were drawn of. */
  of: unknown
  /** The samples of these codes were asked for, with or without an answer. */
  asked: ReadonlySet<string>
  /** Those of an earlier layout stay until they are drawn anew. */
  by: ReadonlyMap<string, SmallLabel>
}

/** The page for each of the samples that are in sight, one after the other; busy until all of those are. `seen`: their codes. */
export function useSmallLabels({
  panel,
  layout,
  sight,
  isWrong,
  page,
  seen,
}: Omit<DrawnOptions, 'scope' | 'live'> & { page: number; seen: ReadonlySet<string> }) {
  const api = useApi()
  const [labels, setLabels] = useState<SmallLabels>({ of: undefined, asked: new Set(), by: new Map() })
  const { size, modelClass } = panel
  const { storeCode, samples, productsFor } = sight
  // Another one of these makes all of them old.
  const of = useMemo(() => ({ layout, size, modelClass, storeCode, page }), [layout, size, modelClass, storeCode, page])
  const isAsked = (code: string) => labels.of === of && labels.asked.has(code)
  const latestIsAsked = useLatest(isAsked)
  useEffect(() => {
    if (isWrong) return
    const abort = new AbortController()
    const work = async () => {
      for (const sample of samples) {
        if (latestIsAsked.current(sample.prCode) || !seen.has(sample.prCode)) continue
        const body = bodyOf(toDefinition(layout), { storeCode, productsFor }, { size, modelClass }, sample)
        const answer = await api.layouts.draw({ body }, { signal: abort.signal }).catch(() => undefined)
        if (abort.signal.aborted) return
        const note = (label?: SmallLabel) =>
          setLabels((now) => ({
            of,
            asked: new Set([...(now.of === of ? now.asked : []), sample.prCode]),
            by: label === undefined ? now.by : new Map([...now.by, [sample.prCode, label]]),
          }))
        if (answer === undefined) {
          note()
          continue
        }
        const count = (level: string) => answer.findings.filter((finding) => finding.level === level).length
        const picture = answer.pages[answer.shown.indexOf(page)]
        note({
          picture: picture === undefined ? undefined : bmpAddress(picture),
          errors: count('error'),
          warnings: count('warning'),
        })
      }
    }
    const timer = setTimeout(() => void work(), restMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, of, layout, size, modelClass, storeCode, page, samples, seen, isWrong, productsFor, latestIsAsked])
  return { labels: labels.by, busy: !isWrong && samples.some(({ prCode }) => seen.has(prCode) && !isAsked(prCode)) }
}
