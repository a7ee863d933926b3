/** The language that a store's files are likely to be in: it decides between encodings that could both be meant. */
import type { Db } from '../db/schema.ts'
import type { Region } from './encodings.ts'

/** What is known of the languages of a store, or of all stores together. */
export interface Languages {
  regions: ReadonlySet<Region>
  /** Two or three letters (ISO 639): whose letters are expected. */
  codes: ReadonlySet<string>
}

const codesOf: readonly [Region, string][] = [
  ['japanese', 'ja'],
  ['korean', 'ko'],
  ['central', 'pl cs sk hu ro hr sl bs sq'],
  ['cyrillic', 'ru uk be bg mk sr kk ky mn tg'],
]
export const regionByCode = new Map(codesOf.flatMap(([region, codes]) => codes.split(' ').map((code): [string, Region] => [code, region])))

/** Zones whose people write in one region's letters: a store whose locale was left as it came still tells by its clock where it stands. */
const zonesOf: [Region, RegExp][] = [
  ['japanese', /^(Asia\/Tokyo|Japan)$/],
  ['korean', /^(Asia\/(Seoul|Pyongyang)|ROK)$/],
  ['simplified', /^(Asia\/(Shanghai|Urumqi|Chongqing|Chungking|Harbin|Kashgar)|PRC)$/],
  ['traditional', /^(Asia\/(Taipei|Hong_Kong|Macau|Macao)|ROC|Hongkong)$/],
  ['central', /^Europe\/(Warsaw|Prague|Bratislava|Budapest|Bucharest|Ljubljana|Zagreb|Sarajevo|Tirane)$/],
  [
    'cyrillic',
    /^(Europe\/(Moscow|Kyiv|Kiev|Minsk|Sofia|Skopje|Belgrade|Samara|Volgograd|Saratov|Kirov)|Asia\/(Yekaterinburg|Omsk|Novosibirsk|Krasnoyarsk|Irkutsk|Vladivostok|Almaty))$/,
  ],
]

function regionOf(locale: string): Region {
  const [code = '', ...rest] = locale.toLowerCase().split('-')
  if (code === 'zh' || code === 'yue') return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'traditional' : 'simplified'
  return regionByCode.get(code) ?? 'western'
}

export function languagesOf(places: readonly { locale: string; timeZone: string }[]): Languages {
  const regions = new Set<Region>()
  const codes = new Set<string>()
  for (const { locale, timeZone } of places) {
    const code = locale.split('-')[0] ?? ''
    const byZone = zonesOf.find(([, zone]) => zone.test(timeZone))?.[0]
    // English is what a locale says that was left as it came.
    if (byZone !== undefined) regions.add(byZone)
    if (byZone === undefined || code !== 'en') regions.add(regionOf(locale))
    codes.add(code)
  }
  return { regions, codes }
}

/** Of a store; of all of them together where none is named. */
export async function storeLanguages(db: Db, storeCode: string): Promise<Languages> {
  const stores = db.selectFrom('stores').select(['locale', 'time_zone as timeZone']).distinct()
  return languagesOf(await (storeCode === '' ? stores : stores.where('store_code', '=', storeCode)).execute())
}
