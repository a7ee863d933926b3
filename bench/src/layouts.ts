/** Layouts: the check of one against all products of a store, and how soon the designer has its picture while something is dragged. */
import { setTimeout as wait } from 'node:timers/promises'
import { percentile, type Figure } from './report.ts'
import { productFile, type BenchSystem } from './system.ts'

const storeCode = 'LAYOUTS'
const products = 100_000
const elements = 60
/** Pictures that a hand asks for while it drags something about. */
const moves = 300

/** The panel of 7.50: a name, a price, a code, and as many small texts as a full label has. */
const definition = (moved: number) => ({
  format: 1,
  name: 'bench',
  width: 800,
  height: 480,
  pages: [
    {
      elements: [
        { type: 'text', x: 10 + moved, y: 10, w: 600, h: 60, text: '{NAME}', size: 48, minSize: 20, weight: 700 },
        { type: 'price', x: 300, y: 300, w: 490, h: 170, field: 'PRICE', size: 170, minSize: 60, color: 'red' },
        { type: 'barcode', x: 10, y: 380, w: 280, h: 90, symbology: 'code128', value: '{PRODUCT_CODE}' },
        ...Array.from({ length: elements - 3 }, (_, n) => {
          const place = { x: 10 + (n % 6) * 130, y: 80 + Math.floor(n / 6) * 22, w: 124, h: 20 }
          return n % 3 === 0
            ? { type: 'box', ...place, stroke: 'black' }
            : { type: 'text', ...place, text: n % 3 === 1 ? '{NAME2} {UNIT}' : `{PRICE:price} / ${n}`, size: 14, minSize: 8 }
        }),
      ],
    },
  ],
})

export async function benchLayouts({ client, computed }: BenchSystem): Promise<Figure[]> {
  await client.stores.create({ body: { storeCode, storeName: 'Layouts' } })
  await client.productFiles.upload({ body: { storeCode }, file: { name: 'p.csv', content: productFile(products, 100) } })
  const { drawingId } = await client.layouts.create({
    body: { storeCode, layoutId: 'SHELF_PRICE', size: '2.90', modelClass: 'bw', from: await starter() },
  })
  const { rev } = await client.layouts.read({ params: { drawingId } })
  const [cpu, started] = [computed(), performance.now()]
  await client.layouts.startCheck({ params: { drawingId }, body: { rev } })
  let check
  do {
    await wait(250)
    ;({ check } = await client.layouts.readCheck({ params: { drawingId } }))
  } while (check?.state === 'RUNNING')
  const [seconds, used] = [(performance.now() - started) / 1000, computed() - cpu]
  if (check?.state !== 'DONE' || check.checked !== products) throw new Error(`the check came to ${check?.state} after ${check?.checked}`)
  return [
    {
      what: `layout checked against ${products} products, codes read from the pixels`,
      value: products / seconds,
      unit: 'products/s',
      budget: undefined,
    },
    { what: 'the same on one core', value: products / used, unit: 'products/s', budget: undefined },
    ...(await measureDragging()),
  ]

  async function starter() {
    const { data } = await client.layouts.search({
      params: {},
      body: { filter_layoutId: 'SHELF_PRICE', condition_layoutId: '==', filter_size: '2.90', condition_size: '==' },
    })
    const [first] = data
    if (first === undefined) throw new Error('there is no starter layout')
    return first.drawingId
  }

  /** The next picture is asked for when the last is there, as the designer does it. */
  async function measureDragging(): Promise<Figure[]> {
    const times: number[] = []
    const { sampleList } = await client.layouts.samples({ body: { storeCode } })
    const prCode = sampleList[0]?.prCode ?? ''
    for (let move = 0; move < moves; move++) {
      const asked = performance.now()
      await client.layouts.draw({
        body: { storeCode, definition: definition(move), size: '7.50', modelClass: 'bwr', products: [{ prCode }] },
      })
      times.push(performance.now() - asked)
    }
    const what = `designer: picture of ${elements} elements on 800×480 while one is dragged`
    return [
      { what: `${what}, p50`, value: percentile(times, 0.5), unit: 'ms', budget: { maximum: 150 } },
      { what: `${what}, p95`, value: percentile(times, 0.95), unit: 'ms', budget: undefined },
    ]
  }
}
