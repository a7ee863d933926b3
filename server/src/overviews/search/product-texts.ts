/** Follows the products with what they are searched by: their code and the values of aliases that are no amounts, in lower case. */
import type { Alias } from '@endcap/contract/products'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { filesComeIn } from '../../catalogue/file-imports/file-imports.service.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import type { Context } from '../../platform/context.ts'
import { changedProducts, nextChange, removeGone, settleChange, writeTexts, type ProductText } from './product-texts.queries.ts'
import type { OpenJob } from '../../platform/jobs/job.ts'
import { searchable } from './terms.ts'

/**
 * Products of one transaction. The embedded database does nothing else meanwhile: it takes 400 in 200 ms, and what a person does there, such as
 * a changed price, sends ten statements, each of which would wait that long.
 */
const pieceSizes = { embedded: 50, server: 400 }
/** Characters of a product that are searched, and codes that lead to it. */
const [maxWords, maxCodes] = [500, 10]
const amounts = new Set(['price', 'number', 'date', 'currency'])

/** How long files that are being taken in go first, and how long none came when the last of several is over. */
const [patienceMs, quietMs] = [60_000, 5000]

/** Follows the products piece by piece; `true`: there may be more. Files go first, but not for ever: what they bring is searched for, too. */
export function openProductTexts(context: Context): OpenJob {
  const { db, clock } = context
  let waitsSince: number | undefined
  let fileSeenAt = -Infinity
  return {
    work: async () => {
      const comeIn = await filesComeIn(db)
      // Behind the answer: the embedded database may be busy with a file until then.
      const now = clock.now().getTime()
      if (comeIn) fileSeenAt = now
      if (now - fileSeenAt < quietMs && now - (waitsSince ??= now) < patienceMs) return false
      const more = await followProducts(context)
      if (!more) waitsSince = undefined
      return more
    },
  }
}

/** Looks at the next piece of what has changed; answers whether there may be more. */
export async function followProducts({ db, config }: Pick<Context, 'db' | 'config'>): Promise<boolean> {
  const pieceSize = pieceSizes[config.databaseUrl === undefined ? 'embedded' : 'server']
  const aliases = await listAliases(db)
  return inTransaction(db, async (tx) => {
    const change = await nextChange(tx)
    if (change === undefined) return false
    if (change.removed) await removeGone(tx, change.storeCode)
    const products = await changedProducts(tx, change, pieceSize)
    const texts = products.flatMap(({ words, ...product }) => {
      const text = textOf(product, aliases)
      return text.words === words ? [] : [text]
    })
    if (texts.length > 0) await writeTexts(tx, change.storeCode, texts)
    await settleChange(tx, change, products.length < pieceSize ? undefined : products.at(-1)?.prCode)
    return true
  })
}

/** The name stands first: what begins with a text is found before what has it inside. */
export function textOf({ prCode, prInfo }: { prCode: string; prInfo: readonly string[] }, aliases: readonly Alias[]): ProductText {
  const typeOf = new Map(aliases.map(({ index, type }) => [index, type]))
  const values = prInfo
    .map((value, slot) => ({ text: searchable(value), type: typeOf.get(slot) ?? 'text' }))
    .filter(({ text, type }) => text !== '' && !amounts.has(type))
  const names = values.filter(({ type }) => type === 'name')
  const others = values.filter(({ type }) => type !== 'name')
  const words = [...new Set([...names, ...others].map(({ text }) => text)), searchable(prCode)].join('\n')
  const barcodes = values.filter(({ type }) => type === 'barcode').map(({ text }) => text.slice(0, maxWords))
  return {
    prCode,
    words: words.slice(0, maxWords),
    codes: [...new Set([searchable(prCode), ...barcodes])].slice(0, maxCodes),
  }
}
