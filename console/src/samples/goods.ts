/** What the sample products are: things that every food shop sells, in the languages that there are for them. */
import { sampleCodes, type SampleCode } from '@endcap/contract/samples'

export const goodsLanguages = ['en', 'de', 'ja', 'ko'] as const
export type GoodsLanguage = (typeof goodsLanguages)[number]

export interface Good {
  prCode: SampleCode
  names: Record<GoodsLanguage, string>
  /** In euros, more or less. */
  price: number
  /** What is in it: kilograms, litres, or pieces that have no unit price. */
  amount: readonly [number, 'kg' | 'l' | 'pieces']
  /** Sold for less than before. */
  reduced: boolean
}

type Line = readonly [en: string, de: string, ja: string, ko: string, price: number, ...amount: Good['amount'], reduced?: 'reduced']
const lines: readonly Line[] = [
  ['Whole milk 1 l', 'Vollmilch 1 l', '牛乳 1000ml', '우유 1L', 1.39, 1, 'l'],
  ['Yoghurt 500 g', 'Joghurt 500 g', 'ヨーグルト 500g', '요구르트 500g', 1.59, 0.5, 'kg'],
  ['Butter 250 g', 'Butter 250 g', 'バター 250g', '버터 250g', 2.49, 0.25, 'kg', 'reduced'],
  ['Gouda 400 g', 'Gouda 400 g', 'ゴーダチーズ 400g', '고다 치즈 400g', 3.99, 0.4, 'kg'],
  ['Eggs, 10', 'Eier, 10 Stück', '卵 10個', '달걀 10구', 2.99, 10, 'pieces'],
  ['Wholemeal bread 750 g', 'Vollkornbrot 750 g', '全粒粉パン 750g', '통밀빵 750g', 3.29, 0.75, 'kg'],
  ['Spaghetti 500 g', 'Spaghetti 500 g', 'スパゲッティ 500g', '스파게티 500g', 1.29, 0.5, 'kg'],
  ['Rice 2 kg', 'Reis 2 kg', 'お米 2kg', '쌀 2kg', 4.99, 2, 'kg'],
  ['Olive oil 750 ml', 'Olivenöl 750 ml', 'オリーブオイル 750ml', '올리브유 750ml', 8.99, 0.75, 'l', 'reduced'],
  ['Soy sauce 500 ml', 'Sojasauce 500 ml', '醤油 500ml', '간장 500ml', 2.79, 0.5, 'l'],
  ['Honey 500 g', 'Honig 500 g', 'はちみつ 500g', '꿀 500g', 5.49, 0.5, 'kg'],
  ['Ground coffee 500 g', 'Filterkaffee 500 g', 'レギュラーコーヒー 500g', '원두커피 분말 500g', 6.99, 0.5, 'kg'],
  ['Green tea 1 l', 'Grüner Tee 1 l', '緑茶 1L', '녹차 1L', 1.19, 1, 'l'],
  ['Orange juice 1 l', 'Orangensaft 1 l', 'オレンジジュース 1L', '오렌지 주스 1L', 2.49, 1, 'l'],
  ['Mineral water 2 l', 'Mineralwasser 2 l', 'ミネラルウォーター 2L', '생수 2L', 0.89, 2, 'l'],
  ['Apples 1 kg', 'Äpfel 1 kg', 'りんご 1kg', '사과 1kg', 2.69, 1, 'kg'],
  ['Tomatoes 500 g', 'Tomaten 500 g', 'トマト 500g', '토마토 500g', 2.29, 0.5, 'kg', 'reduced'],
  ['Potatoes 2 kg', 'Kartoffeln 2 kg', 'じゃがいも 2kg', '감자 2kg', 3.49, 2, 'kg'],
  ['Dark chocolate 100 g', 'Zartbitterschokolade 100 g', 'ビターチョコレート 100g', '다크 초콜릿 100g', 1.49, 0.1, 'kg'],
  ['Potato crisps 150 g', 'Kartoffelchips 150 g', 'ポテトチップス 150g', '감자칩 150g', 1.99, 0.15, 'kg'],
]

export const goods: readonly Good[] = sampleCodes.flatMap((prCode, place) => {
  const line = lines[place]
  if (line === undefined) return []
  const [en, de, ja, ko, price, size, unit, reduced] = line
  return [{ prCode, names: { en, de, ja, ko }, price, amount: [size, unit], reduced: reduced !== undefined }]
})
