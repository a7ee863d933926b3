/** The PDF of 500 different labels, ten on a page, over HTTP: beside the drawing of the same labels alone, in this process. */
import { setTimeout as wait } from 'node:timers/promises'
import { paperDrawing, paperLayoutOf, paperPanel } from '@endcap/label/paper'
import { createRenderer } from '@endcap/label/render'
import { starterAliases } from '@endcap/label/starter'
import type { Figure } from './report.ts'
import type { BenchSystem } from './system.ts'

const storeCode = 'TICKETS'
const labels = 500
const layoutId = '105'
/** The first round loads typefaces and draws glyphs for the first time; the middle one of the others counts. */
const rounds = 5
const sampleMs = 10

const productOf = (n: number) => {
  const prCode = `4000${String(n).padStart(8, '0')}`
  const values: Record<string, string> = {
    PRODUCT_CODE: prCode,
    NAME: `特選牛乳 Vollmilch ${n}`,
    PRICE: (1 + n / 100).toFixed(2),
    CURRENCY: 'EUR',
    BARCODE: prCode,
  }
  return { prCode, prInfo: starterAliases.map(({ name }) => values[name] ?? '') }
}
const middle = (times: readonly number[]) => times.slice(1).toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? 0

function drawAlone(products: readonly ReturnType<typeof productOf>[]): number {
  const renderer = createRenderer()
  const layout = paperLayoutOf(layoutId)
  if (layout === undefined) throw new Error(`There is no sheet ${layoutId}`)
  const aliases = [...starterAliases]
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    for (const product of products) {
      const drawing = paperDrawing(layout, product, aliases)
      const { problems } = renderer.render({
        layout: drawing,
        model: paperPanel(layout),
        products: [product],
        aliases,
        locale: 'de-DE',
        currency: 'EUR',
      })
      if (problems.length > 0) throw new Error(problems[0]?.detail)
    }
    return (performance.now() - start) / 1000
  })
  return middle(times)
}

export async function benchPrinting({ client, memory }: BenchSystem): Promise<Figure[]> {
  const products = Array.from({ length: labels }, (_, n) => productOf(n))
  await client.stores.create({ body: { storeCode, storeName: 'Tickets', locale: 'de-DE', currency: 'EUR' } })
  await client.products.save({ body: { storeCode, productList: products } })
  const prList = products.map(({ prCode }) => ({ prCode, layoutId }))
  const times: number[] = []
  let [before, peak, bytes] = [0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    if (round === 1) before = peak = memory()
    let done = false
    const watching = (async () => {
      for (; !done; await wait(sampleMs)) peak = Math.max(peak, memory())
    })()
    const start = performance.now()
    const pdf = await client.printing.pdf({ params: { storeCode }, body: { prList } })
    times.push((performance.now() - start) / 1000)
    done = true
    await watching
    bytes = pdf.size
  }
  const [seconds, drawing] = [middle(times), drawAlone(products)]
  return [
    { what: 'PDF of 500 different labels, 10 on a page', value: seconds, unit: 's', budget: { maximum: 10 } },
    { what: 'drawing the same 500 labels alone', value: drawing, unit: 's', budget: undefined },
    { what: 'the PDF beside the drawing alone', value: seconds / drawing, unit: '×', budget: { maximum: 5 } },
    {
      what: 'memory of the server over what it had before, at the peak of four such PDFs',
      value: peak - before,
      unit: 'MB',
      budget: { maximum: 100 },
    },
    { what: 'its size', value: bytes / 1e6, unit: 'MB', budget: undefined },
  ]
}
