/** The manifest: all that a display is to play, in one piece: what it asks for when its revision is another one. */
import { createHash } from 'node:crypto'
import { heartbeatSeconds, type Manifest } from '@endcap/contract/player'
import { infoSecondsBounds } from '@endcap/contract/device-config'
import { listAliases } from '../../catalogue/aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { decorateForDisplay } from '../../catalogue/scripts/decorate-display.ts'
import { readSignageSettings } from './enrol.queries.ts'
import { factsOf } from './script-parameters.ts'
import { noteRev, productsOf, readRev, softwareOf, storeOf } from './manifest.queries.ts'
import { drawnCardsOf } from './drawn.ts'
import { pricesOf } from './plan-prices.ts'
import { cardsOf, productPages } from './plan-products.ts'
import { unmemoized, type Memo } from './memo.ts'
import { readSlidePlan, slideSettings } from './plan-slides.ts'
import { masterSettings, readTimelinePlan } from './plan-timeline.ts'
import { findDevice } from './player.queries.ts'
import { softwareFor } from './software.ts'

/** Product pages stay for so long unless the display is set otherwise, seconds. */
export const defaultInfoSeconds = infoSecondsBounds.above + 5
/** A revision that no signal asked to work out anew is worked out anew all the same after this time. */
const revGoodMs = 60_000

/** What every display plays from, whatever its line, as it stood at one moment; undefined when the display is in no store. */
const readParts = (context: Context, mac: string, memo: Memo) =>
  inTransaction(context.db, async (tx) => {
    const device = await findDevice(tx, mac)
    const storeCode = device?.store_code ?? undefined
    const store = storeCode === undefined ? undefined : await memo(`store ${storeCode}`, () => storeOf(tx, storeCode))
    if (device === undefined || storeCode === undefined || store === undefined) return undefined
    return {
      device,
      storeCode,
      store,
      settings: await memo(`settings ${storeCode}`, () => readSignageSettings(tx, storeCode)),
      played: device.line === 'v1' ? await readTimelinePlan(tx, device, memo) : await readSlidePlan(tx, device, storeCode, memo),
      products: await productsOf(tx, mac),
      installable: await memo(`software ${storeCode}`, () => softwareOf(tx, storeCode)),
      aliases: await memo('aliases', () => listAliases(tx)),
    }
  })

/** Undefined when the display is in no store. */
export const buildManifest = async (context: Context, mac: string): Promise<Manifest | undefined> =>
  (await build(context, mac, unmemoized))?.manifest

async function build(context: Context, mac: string, memo: Memo) {
  const parts = await readParts(context, mac, memo)
  if (parts === undefined) return undefined
  const { device, storeCode, store, settings, played, aliases, installable } = parts
  const products = await decorateForDisplay(context, { storeCode, device: factsOf(device) }, parts.products)
  const words = { ...store, aliases }
  const book = await context.labels.book()
  const lineSettings = device.line === 'v1' ? masterSettings(device, store.timeZone) : slideSettings(device, store.timeZone)
  const pages = productPages(products, words)
  const prices = pricesOf(
    { device, played, settings: lineSettings, look: settings.price_list },
    { products, pages, words: { ...words, storeCode }, book },
  )
  const content: Omit<Manifest, 'rev'> = {
    device: { mac, name: device.name, model: device.model, storeCode, storeName: store.storeName, template: device.template_id ?? '' },
    screen: played.screen,
    settings: {
      ...lineSettings,
      infoSeconds: device.config.infoSeconds ?? defaultInfoSeconds,
      heartbeatSeconds,
      offlineDot: settings.offline_dot,
      proofOfPlay: settings.proof_of_play,
    },
    mode: device.mode,
    products: pages,
    cards: allCards(
      cardsOf(device.caps, played.objects, products, { ...words, storeCode }, book),
      prices.cards,
      drawnCardsOf(device.caps, played.drawn, products, { ...words, timeZone: lineSettings.timeZone }),
    ),
    ...(prices.priceList !== undefined && { priceList: prices.priceList }),
    plan: played.plan,
    files: Object.fromEntries(
      played.files.map(({ name, kind, blob, type, bytes, chunks, width, height }) => [
        name,
        { kind, sha256: blob, bytes: Number(bytes), type, chunks, width, height },
      ]),
    ),
    software: softwareFor(device, 'sw', installable),
    launcher: softwareFor(device, 'launcher', installable),
  }
  const rev = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 24)
  return { manifest: { rev, ...content } satisfies Manifest, known: { rev: device.rev, at: device.rev_at } }
}

/** A product may stand on a slide as large as in the list of prices. */
const allCards = (...lists: Manifest['cards'][]): Manifest['cards'] => [...new Map(lists.flat().map((card) => [card.url, card])).values()]

/** The revision that a display should play, as it was worked out last; anew when that is a while ago. */
export async function currentRev(context: Context, mac: string): Promise<string> {
  const known = await readRev(context.db, mac)
  const now = context.clock.now()
  if (known?.rev != null && known.at !== null && now.getTime() - known.at.getTime() < revGoodMs) return known.rev
  return (await renewRev(context, mac)).rev
}

/** Works it out and keeps it; answers whether it is another one. */
export async function renewRev(
  context: Context,
  mac: string,
  memo: Memo = unmemoized,
): Promise<{ rev: string; changed: boolean; manifest: Manifest | undefined }> {
  const { manifest, known } = (await build(context, mac, memo)) ?? {}
  const rev = manifest?.rev ?? ''
  const now = context.clock.now()
  const changed = known?.rev !== rev
  // Most looks at a plan find the one that was there.
  if (changed || known.at === null || now.getTime() - known.at.getTime() > revGoodMs / 2) await noteRev(context.db, mac, rev, now)
  return { rev, changed, manifest }
}
