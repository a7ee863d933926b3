/** The trial chain: three shops with what they sell, made from a seed. */
import { createRandom, type Random } from '../random.ts'
import { ean13 } from './ean.ts'

export interface TrialStore {
  storeCode: string
  storeName: string
  address: string
  position: { latitude: number; longitude: number }
  timeZone: string
  locale: string
  currency: string
  gateways: number
  /** First digits of the country's EAN codes. */
  eanPrefix: string
  goods: Goods
}
interface Goods {
  /** Kind, unit, category, usual price in whole units of the currency. */
  items: readonly (readonly [string, string, string, number])[]
  makers: readonly string[]
  kinds: readonly string[]
  origins: readonly string[]
  promo: string
  soldOut: string
  /** Decimals of a price. */
  decimals: 0 | 2
}

export const trialStores: readonly TrialStore[] = [
  {
    storeCode: 'TYO01',
    storeName: '新宿東口店',
    address: '東京都新宿区新宿3丁目',
    position: { latitude: 35.6909, longitude: 139.7036 },
    timeZone: 'Asia/Tokyo',
    locale: 'ja-JP',
    currency: 'JPY',
    gateways: 3,
    eanPrefix: '49',
    goods: {
      items: [
        ['牛乳', '1000ml', '乳製品', 238],
        ['ヨーグルト', '400g', '乳製品', 178],
        ['食パン', '6枚', 'パン', 168],
        ['緑茶', '525ml', '飲料', 108],
        ['醤油', '750ml', '調味料', 328],
        ['味噌', '750g', '調味料', 398],
        ['カレールウ', '230g', '加工食品', 258],
        ['ポテトチップス', '60g', '菓子', 128],
        ['チョコレート', '50g', '菓子', 148],
        ['コシヒカリ', '5kg', '米', 2480],
        ['りんご', '1個', '青果', 158],
        ['キャベツ', '1玉', '青果', 198],
        ['トマト', '3個', '青果', 298],
        ['若鶏もも肉', '100g', '精肉', 138],
        ['銀鮭切身', '2切', '鮮魚', 398],
        ['豆腐', '300g', '日配', 88],
        ['納豆', '3パック', '日配', 98],
        ['ビール', '350ml', '酒類', 218],
      ],
      makers: ['北里乳業', '山の恵み', '大和屋', '青葉食品', 'みなと水産', '松風堂', '富士見園', '三河醸造', '海鳴り', '花丸'],
      kinds: ['特選', 'こだわり', '国産', '徳用', '有機', '減塩', '濃厚', '季節限定', 'おいしい', '職人の'],
      origins: ['北海道産', '青森県産', '長野県産', '千葉県産', '鹿児島県産', '愛媛県産'],
      promo: '本日の特売',
      soldOut: '売り切れ',
      decimals: 0,
    },
  },
  {
    storeCode: 'SEL01',
    storeName: '강남역점',
    address: '서울특별시 강남구 강남대로 396',
    position: { latitude: 37.4979, longitude: 127.0276 },
    timeZone: 'Asia/Seoul',
    locale: 'ko-KR',
    currency: 'KRW',
    gateways: 4,
    eanPrefix: '880',
    goods: {
      items: [
        ['우유', '1L', '유제품', 2980],
        ['라면', '5입', '면류', 4150],
        ['두부', '300g', '냉장', 1980],
        ['김치', '1kg', '반찬', 9900],
        ['참기름', '320ml', '양념', 8900],
        ['고추장', '1kg', '양념', 12900],
        ['초코파이', '12입', '과자', 4480],
        ['새우깡', '90g', '과자', 1500],
        ['삼겹살', '100g', '정육', 2980],
        ['사과', '1봉', '과일', 8900],
        ['배추', '1포기', '채소', 3980],
        ['양파', '1.5kg', '채소', 4480],
        ['쌀', '10kg', '곡물', 32900],
        ['생수', '2L', '음료', 1100],
        ['커피믹스', '100입', '음료', 14900],
        ['고등어', '1손', '수산', 6980],
      ],
      makers: ['한들식품', '바른농장', '서해수산', '큰솔', '맑은샘', '다온', '햇살마을', '정담'],
      kinds: ['국산', '유기농', '매운', '순한', '신선한', '진한', '대용량', '무농약'],
      origins: ['국내산', '제주산', '충주산', '해남산', '강원도산'],
      promo: '주말 특가',
      soldOut: '품절',
      decimals: 0,
    },
  },
  {
    storeCode: 'BER01',
    storeName: 'Berlin Prenzlauer Berg',
    address: 'Schönhauser Allee 80, 10439 Berlin',
    position: { latitude: 52.5494, longitude: 13.4138 },
    timeZone: 'Europe/Berlin',
    locale: 'de-DE',
    currency: 'EUR',
    gateways: 2,
    eanPrefix: '400',
    goods: {
      items: [
        ['Vollmilch', '1 l', 'Molkerei', 1.29],
        ['Joghurt', '500 g', 'Molkerei', 1.49],
        ['Butter', '250 g', 'Molkerei', 2.39],
        ['Vollkornbrot', '750 g', 'Brot', 3.29],
        ['Brötchen', '6 Stück', 'Brot', 2.19],
        ['Äpfel Elstar', '1 kg', 'Obst', 2.49],
        ['Kartoffeln', '2 kg', 'Gemüse', 3.49],
        ['Tomaten', '500 g', 'Gemüse', 2.29],
        ['Spaghetti', '500 g', 'Trockenware', 1.19],
        ['Olivenöl', '750 ml', 'Öle', 9.99],
        ['Filterkaffee', '500 g', 'Heißgetränke', 6.49],
        ['Apfelschorle', '1,5 l', 'Getränke', 1.09],
        ['Pils', '0,5 l', 'Bier', 1.19],
        ['Schokolade', '100 g', 'Süßwaren', 1.39],
        ['Hähnchenbrust', '400 g', 'Fleisch', 5.99],
        ['Lachsfilet', '250 g', 'Fisch', 6.99],
        ['Käse Gouda', '400 g', 'Käse', 3.99],
      ],
      makers: ['Sonnental', 'Hof Lindenberg', 'Nordquell', 'Bäckerei Krumme', 'Gut Eichen', 'Meerblick', 'Mühlenhof', 'Altstadt'],
      kinds: ['Bio', 'Feine', 'Unsere', 'Regionale', 'Frische', 'Milde', 'Kräftige', 'Traditionelle'],
      origins: ['Deutschland', 'Altes Land', 'Brandenburg', 'Spanien', 'Italien', 'Niederlande'],
      promo: 'AKTION',
      soldOut: 'Ausverkauft',
      decimals: 2,
    },
  },
]

/** A product with its values by alias name. */
export interface TrialProduct {
  prCode: string
  layoutId: string
  values: Record<string, string>
}

const produceCategories = new Set(['青果', '과일', '채소', 'Obst', 'Gemüse'])

function price(amount: number, decimals: 0 | 2): string {
  return decimals === 0 ? String(Math.max(1, Math.round(amount))) : Math.max(0.05, amount).toFixed(2)
}

/** How prices end in shops: 8 in yen, 0 in won, 9 cents. */
function shopPrice(amount: number, decimals: 0 | 2, locale: string): string {
  if (decimals === 2) return price(Math.floor(amount * 10) / 10 + 0.09, 2)
  return locale === 'ja-JP' ? price(Math.floor(amount / 10) * 10 + 8, 0) : price(Math.round(amount / 10) * 10, 0)
}

export function trialProducts(store: TrialStore, count: number, seed: number): TrialProduct[] {
  const random = createRandom(seed)
  return Array.from({ length: count }, (_, index) => trialProduct(store, index, random))
}

function trialProduct({ goods, eanPrefix, currency, locale }: TrialStore, index: number, random: Random): TrialProduct {
  const { items, makers, kinds, origins, promo, soldOut, decimals } = goods
  const [kind, unit, category, basePrice] = items[index % items.length]!
  const prCode = ean13((eanPrefix + String(100_000_000 + index * 7919).padStart(12 - eanPrefix.length, '0')).slice(0, 12))
  const now = shopPrice(basePrice * (0.7 + random.next() * 0.9), decimals, locale)
  const promoted = random.chance(0.12)
  const out = !promoted && random.chance(0.02)
  const maker = random.pick(makers)
  const values: Record<string, string> = {
    PRODUCT_CODE: prCode,
    NAME: `${random.pick(kinds)} ${kind}`,
    NAME2: maker,
    PRICE: now,
    LIST_PRICE: promoted ? shopPrice(Number(now) * 1.3, decimals, locale) : '',
    UNIT: unit,
    UNIT_PRICE: price(Number(now) / (1 + (index % 5)), decimals),
    ORIGIN: random.pick(origins),
    CURRENCY: currency,
    BARCODE: prCode,
    PROMO: promoted ? promo : out ? soldOut : '',
    STOCK: out ? '0' : String(3 + random.below(90)),
    PROMO_UNTIL: promoted ? '2026-12-24' : '',
    TAX_PRICE: '',
    CATEGORY: category,
    URL: `https://shop.example/${prCode}`,
  }
  const layoutId = promoted ? 'PROMOTION' : out ? 'OUT_OF_STOCK' : produceCategories.has(category) ? 'PRODUCE' : 'SHELF_PRICE'
  return { prCode, layoutId, values }
}

/** A price a little different from the last, as shops set them. */
export function changedPrice(store: TrialStore, current: string, random: Random): string {
  return shopPrice(Number(current) * (0.85 + random.next() * 0.3), store.goods.decimals, store.locale)
}

/** Tag types as a supermarket mixes them: mostly small and middle sizes, some large ones, freezer models for the cold. */
const typeMix = ['B5', 'B5', 'B5', 'B5', '36', '36', '3A', '3A', '3A', 'BC', 'BC', '3E', 'B9', '45', '5A', '28', '2D']

export interface TrialTag {
  tagMac: string
  tagType: string
}
/** Tag ids of a store: unique in the chain, the ninth digit telling the size. */
export function trialTags(storeNumber: number, count: number): TrialTag[] {
  return Array.from({ length: count }, (_, index) => {
    const tagType = typeMix[index % typeMix.length]!
    const serial = (0x1140 + index * 37 + storeNumber * 0x100000).toString(16).toUpperCase().padStart(7, '0')
    return { tagMac: `5A3C9E0${storeNumber}${tagType[1]}${serial}`, tagType }
  })
}

/** What hangs in a shop's cold and warm places. */
const trialSensorTypes = ['FREEZER', 'FREEZER', 'CHILLER', 'CHILLER', 'ROOM'] as const

export function trialSensors(storeNumber: number): { sensorMac: string; type: string }[] {
  return trialSensorTypes.map((type, index) => {
    const serial = (0x2200 + index * 17).toString(16).toUpperCase().padStart(8, '0')
    return { sensorMac: `5E3C9E0${storeNumber}${serial}`, type }
  })
}

export function trialGateways(store: TrialStore, storeNumber: number): { gwMac: string; ip: string; gwIndex: number }[] {
  return Array.from({ length: store.gateways }, (_, index) => ({
    gwMac: `02EC5A${storeNumber.toString(16).padStart(2, '0')}${(index + 1).toString(16).padStart(4, '0')}`.toUpperCase(),
    ip: `10.42.${storeNumber}.${10 + index}:8080`,
    gwIndex: index,
  }))
}

/** As a CSV with a header row of alias names. */
export function productFile(products: readonly TrialProduct[]): string {
  const names = Object.keys(products[0]?.values ?? {})
  const quote = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = products.map(({ values, layoutId }) => [...names.map((name) => values[name] ?? ''), layoutId].map(quote).join(','))
  return [[...names, 'LAYOUT_ID'].join(','), ...rows].join('\n')
}
