/** The trial's paper labels: some files that the shops' printers print, and one that waits for paper. */
import { CallError, type Client } from '@endcap/contract/client'
import type { Contract } from '@endcap/contract'
import type { Printers } from '../printer/printers.ts'
import { trialProducts, trialStores } from './chain.ts'
import type { TrialSize } from './seed.ts'
import { whenFree } from './when-free.ts'

/** One in each shop, and one in Seoul's office that has run out of paper. */
const emptyPrinter = 'SEL01-office'
export const trialPrinters = [...trialStores.map((store) => store.storeCode), emptyPrinter]

/** Per store: what the task is called, its layout, how many products from which place on, and the printer. */
const files: Record<string, readonly (readonly [string, string, number, number, string])[]> = {
  TYO01: [
    ['青果 週替わり', '105', 0, 14, 'TYO01'],
    ['店頭ポスター', 'A4', 40, 2, 'TYO01'],
  ],
  SEL01: [
    ['주간 가격표', '107', 0, 24, 'SEL01'],
    ['입구 안내', 'A6', 60, 4, emptyPrinter],
  ],
  BER01: [['Wochenangebote', '105', 10, 12, 'BER01']],
}

interface Options {
  client: Client<Contract>
  printers: Printers
  size: TrialSize
  seed: number
  print: (text: string) => void
}

/** Lets the stores that have no paper task yet print some labels. */
export async function printTrial({ client, printers, size, seed, print }: Options): Promise<void> {
  const empty = printers.get(emptyPrinter)
  if (empty !== undefined) empty.trouble.empty = true
  for (const [index, store] of trialStores.entries()) {
    const { storeCode } = store
    const { recordsTotal } = await client.papers.tasks({ params: { storeCode }, body: { length: 1 } })
    if (recordsTotal > 0) continue
    const products = trialProducts(store, size.products, seed + index)
    for (const [taskDes, layout, from, count, printer] of files[storeCode] ?? []) {
      const codes = products.slice(from, from + count).map(({ prCode }) => `${prCode},${printers.address},${printer},${layout}`)
      const content = new Blob([['PRODUCT_CODE,PRINTER_IP,PRINTER_NAME,LAYOUT', ...codes].join('\n')])
      try {
        const file = { name: `${storeCode}-${layout}.csv`, content }
        await whenFree(() => client.papers.upload({ body: { storeCode, taskDes }, file }))
      } catch (error) {
        // A server that does not list the printers refuses the file: the rest of the trial goes on.
        if (!(error instanceof CallError) || error.status !== 400) throw error
        return print(`No paper labels are printed: ${error.message}`)
      }
    }
  }
}
