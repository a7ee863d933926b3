/** One search over what an account may read, in its stores. */
import { maxHits, type Found } from '@endcap/contract/search'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import { createWordsOfStores } from '../../catalogue/products/products.service.ts'
import { membersLike } from '../../people/members/members.service.ts'
import { toEpoch } from '../../platform/base/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Session } from '../../platform/http/session.ts'
import * as queries from './search.queries.ts'
import type { Reach } from './search.queries.ts'
import { readTerm, type Term } from './terms.ts'

/** Letters of an id from which on tags are looked for: a shorter beginning says nothing. */
const minTagLetters = 4
const idForm = /^[\w:-]+$/
const addressForm = /^[\da-f.:-]+$/

/** Kinds that the account may not read stay empty. */
export async function find(context: Context, session: Session, query: { term: string; storeCode?: string | undefined }): Promise<Found> {
  const nothing: Found = { products: [], tags: [], stores: [], gateways: [], layouts: [], displays: [], members: [] }
  const term = readTerm(query.term)
  if (term === undefined) return nothing
  const { db } = context
  const reach = { stores: session.stores, near: query.storeCode, limit: maxHits }
  // A single letter is found in nearly everything: of names only those of stores are few enough to read.
  const isLong = term.grams.length > 0
  const { code = '' } = term
  const [products, tags, stores, gateways, layouts, displays, members] = await Promise.all([
    session.can('product.read') ? findProducts(context, term, reach) : [],
    session.can('tag.read') && code.length >= minTagLetters && idForm.test(code) ? queries.findTags(db, code, reach) : [],
    queries.findStores(db, term, reach),
    session.can('store.read') && isLong && addressForm.test(term.text) ? queries.findGateways(db, term, reach) : [],
    session.can('ld.read') && isLong ? queries.findLayouts(db, term, reach) : [],
    session.can('plus.read') && isLong ? queries.findDisplays(db, term, reach) : [],
    session.can('member.read') && isLong ? membersLike(db, session, term.patterns, maxHits) : [],
  ])
  return {
    products,
    tags,
    stores,
    gateways,
    layouts: layouts.map(({ draftAt, ...layout }) => ({ ...layout, updatedAt: toEpoch(draftAt) })),
    displays,
    members,
  }
}

async function findProducts({ db }: Context, term: Term, reach: Reach): Promise<Found['products']> {
  const hits = await queries.findProducts(db, term, reach)
  if (hits.length === 0) return []
  const wordsOf = createWordsOfStores(await listAliases(db))
  return hits.map((hit) => {
    const { storeCode, storeName, prCode, glass } = hit
    return { storeCode, storeName, prCode, glass, ...wordsOf(hit)(hit) }
  })
}
