/** How the server names the places of a layout: in problems by index, in findings and marks by number. */
import type { LayoutFinding } from '@endcap/contract/layout-findings'
import type { LayoutProblem } from '@endcap/label/layout'
import type { EditorElement, EditorLayout, Scope } from './model.ts'

/** The problems of a refused call: 400 names the first place in `field`, and each in `error`. */
export function problemsOf({ message, field, error }: { message: string; field?: string; error?: string[] }): LayoutProblem[] {
  const lines = (error ?? []).flatMap((line): LayoutProblem[] => {
    const [, path, text] = /^([\w.]+): (.*)$/su.exec(line) ?? []
    return path === undefined || text === undefined ? [] : [{ path, message: text }]
  })
  if (lines.length > 0) return lines
  return [{ path: (field ?? '').replace(/^definition\.?/, ''), message }]
}

export type Words = Pick<LayoutFinding, 'detail' | 'translatable'>
/** A problem as findings are said. */
export const inWords = ({ message, translatable }: LayoutProblem): Words => ({
  detail: message,
  translatable: translatable ?? null,
})

export interface ProblemPlace {
  page?: string | undefined
  /** The element, and the repeat around it. */
  key?: string | undefined
  repeat?: string | undefined
  /** What of it, such as `text` or `when.0.value`. */
  field: string
}
/** Where a problem is, by keys. */
export function placeOfProblem({ pages }: EditorLayout, path: string): ProblemPlace {
  const [, pageText, rest = ''] = /^pages\.(\d+)(?:\.(.*))?$/.exec(path) ?? []
  if (pageText === undefined) return { field: path }
  const page = pages[Number(pageText)]
  const [, outerText, outerRest = ''] = /^elements\.(\d+)(?:\.(.*))?$/.exec(rest) ?? []
  if (outerText === undefined) return { page: page?.key, field: rest }
  const outer = page?.elements[Number(outerText)]
  const [, innerText, innerRest = ''] = /^elements\.(\d+)(?:\.(.*))?$/.exec(outerRest) ?? []
  if (innerText === undefined || outer?.type !== 'repeat') return { page: page?.key, key: outer?.key, field: outerRest }
  return { page: page?.key, key: outer.elements[Number(innerText)]?.key, repeat: outer.key, field: innerRest }
}

/** `3` is the third element of a page, `2.1` the first one inside of the second. Undefined when there is none. */
export function elementNamed({ pages }: EditorLayout, page: number, name: string): { element: EditorElement; scope: Scope } | undefined {
  const found = pages[page]
  const [outerNumber, innerNumber] = name.split('.').map(Number)
  const outer = found?.elements[(outerNumber ?? 0) - 1]
  if (found === undefined || outer === undefined) return undefined
  if (innerNumber === undefined || outer.type !== 'repeat') return { element: outer, scope: { page: found.key } }
  const inner = outer.elements[innerNumber - 1]
  return inner === undefined
    ? { element: outer, scope: { page: found.key } }
    : { element: inner, scope: { page: found.key, repeat: outer.key } }
}
/** The other way round; undefined when there is no such element. */
export function nameOfElement({ pages }: EditorLayout, key: string): { page: number; name: string } | undefined {
  for (const [page, { elements }] of pages.entries()) {
    for (const [index, one] of elements.entries()) {
      if (one.key === key) return { page, name: String(index + 1) }
      const inner = one.type === 'repeat' ? one.elements.findIndex((leaf) => leaf.key === key) : -1
      if (inner >= 0) return { page, name: `${index + 1}.${inner + 1}` }
    }
  }
  return undefined
}
