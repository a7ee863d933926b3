/** What a drawing consists of, looked at before it is kept: what is wrong is told with its place, and nothing is changed. */
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import { layoutDefinition, layoutFormat, readLayout, type LayoutDefinition } from '@endcap/label/layout'
import { invalid } from '../../platform/base/errors.ts'

/** Throws 400 with each place that is wrong, or that is for another size. */
export function readDefinition(value: unknown, panel: { width: number; height: number }): LayoutDefinition {
  const read = readLayout(value)
  if ('problems' in read) {
    const lines = read.problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    throw invalid(`This layout cannot be read. ${lines[0] ?? ''}`.trim(), `definition${dotted(read.problems[0]?.path)}`, lines)
  }
  const { layout } = read
  if (layout.width !== panel.width || layout.height !== panel.height)
    throw invalid(
      `The drawing is for ${layout.width} × ${layout.height} pixels, the size has ${panel.width} × ${panel.height}.`,
      'definition',
    )
  return layout
}
const dotted = (path: string | undefined) => (path === undefined || path === '' ? '' : `.${path}`)

export const emptyDefinition = (name: string, { width, height }: { width: number; height: number }): LayoutDefinition =>
  layoutDefinition.parse({ format: layoutFormat, name, width, height, pages: [{ elements: [] }] })

/** The same drawing, whatever the order of its names. */
export const isSame = (a: LayoutContent, b: LayoutContent): boolean => canonical(a) === canonical(b)
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
