/** All that a display is to play, in one piece: what it asks for when its revision is another one. */
import { createHash } from 'node:crypto'
import { heartbeatSeconds, type Manifest } from '@endcap/contract/player'
import { brightnessMax, defaultMaxVolume, infoSecondsBounds } from '@endcap/contract/plus-devices'
import { createFields } from '@endcap/label/fields'
import type { Slide, SlideObject } from '@endcap/signage/shows'
import { listAliases, nameSlot } from '../aliases/aliases.service.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { decorateForDisplay } from '../scripts/decorate-display.ts'
import { cardUrl } from './cards.ts'
import { readPlusSettings } from './enrol.queries.ts'
import { factsOf } from './facts.ts'
import { filesOf, noteRev, productsOf, readRev, schedulesOf, storeOf } from './manifest.queries.ts'
import { findDevice } from './player.queries.ts'

/** Product pages stay for so long unless the display is set otherwise, seconds. */
export const usualInfoSeconds = infoSecondsBounds.above + 5
/** Columns of a product that its page on a display shows. */
const shownColumns = 8
/** A revision that nobody was told to work out anew is worked out anew all the same after this time. */
const revGoodMs = 60_000

/** What a plan is made of, as it stood at one moment; undefined when the display is in no store. */
const readParts = (context: Context, mac: string) =>
  inTransaction(context.db, async (tx) => {
    const device = await findDevice(tx, mac)
    const storeCode = device?.store_code ?? undefined
    const store = storeCode === undefined ? undefined : await storeOf(tx, storeCode)
    if (device === undefined || storeCode === undefined || store === undefined) return undefined
    const slides = (device.given_show?.show ?? []) as readonly Slide[]
    const objects = slides.flatMap((slide) => slide.object)
    const fileIds = objects.filter(({ type }) => ['image', 'video', 'widget'].includes(type)).map(({ id }) => id)
    const scheduleIds = slides.flatMap(({ schedule }) => schedule)
    return {
      ...{ device, storeCode, store, slides, objects },
      settings: await readPlusSettings(tx, storeCode),
      files: await filesOf(tx, storeCode, [...new Set(fileIds)].filter(isNumber)),
      schedules: await schedulesOf(tx, storeCode, [...new Set(scheduleIds)].filter(isNumber)),
      products: await productsOf(tx, mac),
      aliases: await listAliases(tx),
    }
  })

/** Undefined when the display is in no store. */
export async function buildManifest(context: Context, mac: string): Promise<Manifest | undefined> {
  const parts = await readParts(context, mac)
  if (parts === undefined) return undefined
  const { device, storeCode, store, slides, objects, settings, files, schedules, aliases } = parts
  const products = await decorateForDisplay(context, { storeCode, device: factsOf(device) }, parts.products)
  const name = nameSlot(aliases)
  const { config } = device
  const content: Omit<Manifest, 'rev'> = {
    device: { mac, name: device.name, model: device.model, storeCode, storeName: store.storeName, template: device.template_id ?? '' },
    // What the slides were made for; a player scales that to its window.
    screen: {
      width: device.given_show?.screenWidth ?? device.screen_width,
      height: device.given_show?.screenHeight ?? device.screen_height,
    },
    settings: {
      timeZone: config.tz === undefined || config.tz === '' ? store.timeZone : config.tz,
      volume: Math.min(1, (config.volume ?? 0) / (config.maxVolume ?? defaultMaxVolume)),
      brightness: (config.brightness ?? brightnessMax) / brightnessMax,
      opentime: '',
      closetime: '',
      infoSeconds: config.infoSeconds ?? usualInfoSeconds,
      heartbeatSeconds,
      screenshotSeconds: 0,
      offlineDot: settings.offline_dot,
      proofOfPlay: settings.proof_of_play,
    },
    mode: device.mode,
    products: products.map(({ slot, prCode, prInfo }) => ({
      slot,
      prCode,
      name: (name === undefined ? undefined : prInfo?.[name]) ?? '',
      price: priceOf({ prCode, prInfo: prInfo ?? [] }, { ...store, aliases }),
      fields: aliases
        .filter(({ index, type }) => index !== name && type !== 'price' && (prInfo?.[index] ?? '') !== '')
        .slice(0, shownColumns)
        .map((alias): [string, string] => [alias.name, prInfo?.[alias.index] ?? '']),
    })),
    cards: cardsOf(objects, products, { ...store, aliases }),
    plan: {
      line: 'v0',
      slides: slides.map((slide) => ({ ...slide, object: slide.object.map((one) => ({ ...one })), schedule: [...slide.schedule] })),
      schedules: Object.fromEntries(schedules.map(({ schedule_id, period, days, time }) => [schedule_id, { period, days, time }])),
      showIdx: device.show_idx,
    },
    files: Object.fromEntries(
      files.map(({ file_id, kind, blob, type, bytes, chunks, width, height }) => [
        `${kind}:${file_id}`,
        { sha256: blob, bytes: Number(bytes), type, chunks, width, height },
      ]),
    ),
  }
  const rev = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 24)
  return { rev, ...content }
}

const isNumber = (id: string) => /^\d{1,18}$/.test(id)

/** As the store writes prices; what is none as it stands. */
function priceOf(product: { prCode: string; prInfo: string[] }, { aliases, ...words }: Drawn): string {
  const price = aliases.find(({ type }) => type === 'price')
  if (price === undefined) return ''
  try {
    return createFields([product], aliases, words).fill(`{${price.name}:price}`, 0)
  } catch {
    return product.prInfo[price.index] ?? ''
  }
}

interface Drawn {
  locale: string
  currency: string
  aliases: readonly { index: number; name: string; type: string }[]
}
/** One card for each size in which a product stands on a slide. */
function cardsOf(
  objects: readonly SlideObject[],
  products: readonly { slot: number; prCode: string; prInfo: string[] | null }[],
  words: Drawn,
): Manifest['cards'] {
  const cards = new Map<string, Manifest['cards'][number]>()
  for (const { type, id, width, height } of objects) {
    const product = type === 'product' ? products.find(({ slot }) => String(slot) === id) : undefined
    if (product?.prInfo == null) continue
    const size = { width: Math.round(width), height: Math.round(height) }
    const rev = createHash('sha256')
      .update(JSON.stringify([product, words]))
      .digest('base64url')
      .slice(0, 16)
    const url = cardUrl({ slot: product.slot, ...size, rev })
    cards.set(url, { slot: product.slot, ...size, url })
  }
  return [...cards.values()]
}

/** The revision that a display should play, as it was worked out last; anew when that is a while ago. */
export async function currentRev(context: Context, mac: string): Promise<string> {
  const known = await readRev(context.db, mac)
  const now = context.clock.now()
  if (known?.rev != null && known.at !== null && now.getTime() - known.at.getTime() < revGoodMs) return known.rev
  return (await renewRev(context, mac)).rev
}

/** Works it out and keeps it; answers whether it is another one. */
export async function renewRev(context: Context, mac: string): Promise<{ rev: string; changed: boolean; manifest: Manifest | undefined }> {
  const [known, manifest] = await Promise.all([readRev(context.db, mac), buildManifest(context, mac)])
  const rev = manifest?.rev ?? ''
  await noteRev(context.db, mac, rev, context.clock.now())
  return { rev, changed: known?.rev !== rev, manifest }
}
