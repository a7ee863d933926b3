/** Labels a second on one core: 296 x 128, three colours, text, price, bar code; drawn, quantised, encoded. Every label is another one. */
import { encodeBitmap } from '@endcap/label/bitmap'
import { modelOf } from '@endcap/label/models'
import { createRenderer } from '@endcap/label/render'
import { starterAliases, starterLayouts } from '@endcap/label/starter'
import type { Figure } from './report.ts'

const seconds = 5

export function benchRender(): Figure[] {
  const renderer = createRenderer()
  const layout = starterLayouts().find((one) => one.layoutId === 'PROMOTION' && one.size === '2.90')
  const model = modelOf('B5')
  if (layout === undefined || model === undefined) throw new Error('The starter layouts have changed')
  const draw = (n: number) => {
    const code = `40063813339${String(n % 10)}`
    const prInfo = [
      code,
      `Vollkornbrot ${n}`,
      'Sonnental',
      (1 + (n % 900) / 100).toFixed(2),
      '12.99',
      '1 kg',
      '5.58',
      '',
      'EUR',
      '4006381333931',
      'AKTION',
      '',
      '2026-12-24',
    ]
    const { pages, problems } = renderer.render({
      layout: layout.definition,
      model,
      products: [{ prCode: code, prInfo }],
      aliases: starterAliases,
      locale: 'de-DE',
      currency: 'EUR',
    })
    if (problems.length > 0) throw new Error(problems[0]?.detail)
    return pages
  }
  const drawAndEncode = (n: number) => {
    for (const page of draw(n)) encodeBitmap(page)
  }
  const alone = perSecond(draw)
  return [
    {
      what: 'render, quantise, encode one 296×128 three-colour label (raw: drawn and not encoded)',
      value: perSecond(drawAndEncode),
      unit: 'labels/s',
      raw: alone,
      budget: { minimum: 1000 },
    },
  ]
}

function perSecond(work: (n: number) => unknown): number {
  for (let n = 0; n < 500; n++) work(n)
  let count = 0
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) work(1000 + count++)
  return count / ((performance.now() - start) / 1000)
}
