/** The encoding of a text file is found as a store of its language needs it; what is not certain is not guessed. */
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { decodeWhole, encodeText, measure } from './corpus.ts'
import { detectEncoding } from './detect-encoding.ts'
import type { Encoding } from './encodings.ts'
import { everydayShops } from './everyday-names.ts'
import { languagesOf } from './languages.ts'

const places = {
  japan: { locale: 'ja-JP', timeZone: 'Asia/Tokyo' },
  korea: { locale: 'ko-KR', timeZone: 'Asia/Seoul' },
  germany: { locale: 'de-DE', timeZone: 'Europe/Berlin' },
  poland: { locale: 'pl-PL', timeZone: 'Europe/Warsaw' },
}
const fileOf = (...names: string[]) =>
  ['PRODUCT_CODE,NAME,MAKER,PRICE', ...names.map((name, n) => `490100007919${n},${name},,298`), ''].join('\n')
/** The text as it is read; undefined when it is refused. */
function read(bytes: Buffer, place: keyof typeof places): string | undefined {
  const found = detectEncoding(bytes, languagesOf([places[place]]))
  return 'readings' in found ? undefined : decodeWhole(bytes.subarray(found.bomLength), found.encoding)
}

const eight = ['醤油', '牛乳', '豆腐', '食パン', '小麦粉', '白菜', '緑茶', '味噌']
const halfWidth = ['ﾎﾟﾃﾄﾁｯﾌﾟｽ', 'ｱｲｽｸﾘｰﾑ', 'ﾁﾖｺﾚｰﾄ', 'ｷﾞｭｳﾆｭｳ', 'ﾐｶﾝ', 'ｺｰﾋｰ', 'ﾅｽ', 'ﾐｿ', 'ｼｮｳﾕ', 'ﾊﾞﾅﾅ']

describe('what shops send', () => {
  test.each<[string, string[], Encoding, keyof typeof places]>([
    ['one row of kanji in Shift_JIS', ['濃口醤油'], 'shift_jis', 'japan'],
    ['eight rows of kanji in Shift_JIS', eight, 'shift_jis', 'japan'],
    ['twenty rows of half-width katakana', [...halfWidth, ...halfWidth], 'shift_jis', 'japan'],
    ['one row of half-width katakana', ['ﾎﾟﾃﾄﾁｯﾌﾟｽ'], 'shift_jis', 'japan'],
    ['signs of NEC and IBM', ['㈱髙島屋 ①㎏'], 'shift_jis', 'japan'],
    ['one row of EUC-JP', ['醤油とパン'], 'euc-jp', 'japan'],
    ['ISO-2022-JP', eight, 'iso-2022-jp', 'japan'],
    ['Käse in Windows-1252', ['Käse'], 'windows-1252', 'germany'],
    ['Süß in Windows-1252', ['Süß'], 'windows-1252', 'germany'],
    ['Crème in Windows-1252', ['Crème'], 'windows-1252', 'germany'],
    ['Jalapeños in Windows-1252', ['Jalapeños'], 'windows-1252', 'germany'],
    ['Müller in Windows-1252', ['Müller'], 'windows-1252', 'germany'],
    ['a euro sign in Windows-1252', ['Pfand 0,25 €'], 'windows-1252', 'germany'],
    ['a euro sign in ISO-8859-15', ['Käse für 2 €'], 'iso-8859-15', 'germany'],
    ['Polish in Windows-1250', ['Mąka', 'Śmietana'], 'windows-1250', 'poland'],
    ['Polish in ISO-8859-2', ['Mąka', 'Śmietana'], 'iso-8859-2', 'poland'],
    ['one row of Korean', ['두부'], 'euc-kr', 'korea'],
    ['Korean beyond KS X 1001', ['똠얌꿍 라면'], 'euc-kr', 'korea'],
    ['ASCII alone', ['Milk', 'Bread'], 'windows-1252', 'japan'],
    ['UTF-8 of one letter', ['Käse'], 'utf-8', 'japan'],
    ['UTF-16 without a mark', eight, 'utf-16le', 'japan'],
    ['UTF-16 the other way round, without a mark', eight, 'utf-16be', 'japan'],
  ])('reads a file of a shop: %s', (_, names, encoding, place) => {
    const text = fileOf(...names)
    expect(read(encodeText(text, encoding), place)).toBe(text)
  })

  test('a mark at the beginning decides', () => {
    const text = fileOf(...eight)
    for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const)
      expect(read(iconv.encode(text, encoding, { addBOM: true }), 'korea')).toBe(text)
  })

  test('a store whose locale was left as it came is known by its clock', () => {
    const bytes = encodeText(fileOf('濃口醤油'), 'shift_jis')
    expect(detectEncoding(bytes, languagesOf([{ locale: 'en-US', timeZone: 'Asia/Tokyo' }]))).toMatchObject({ encoding: 'shift_jis' })
  })
})

describe('what is not certain', () => {
  test.each<[string, string, Encoding]>([
    ['a Korean row in a Japanese store', '만두', 'euc-kr'],
    ['a Korean row of common syllables', '사과', 'euc-kr'],
    ['a German row in a Japanese store', 'Käse', 'windows-1252'],
  ])('%s is refused or right', (_, name, encoding) => {
    const text = fileOf(name)
    expect([undefined, text]).toContain(read(encodeText(text, encoding), 'japan'))
  })

  test('is told with the readings that come into question, the likeliest first', () => {
    const found = detectEncoding(encodeText(fileOf('ｷｭｳﾘ'), 'shift_jis'), languagesOf([places.japan]))
    expect(found).toEqual({ readings: ['shift_jis', 'euc-jp'] })
  })
})

describe('generated files of everyday names', () => {
  // tools/trials/encodings.ts reads a hundred thousand.
  test('of 1 to 50 rows: none is read as another text, fewer than one in a hundred is refused', () => {
    const tallies = [...measure({ files: 4000, seed: 1 }).values()]
    expect(tallies.length).toBeGreaterThan(30)
    expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(tallies.flatMap(({ refused }) => refused).length).toBeLessThan(40)
    expect(tallies.every(({ right }) => right > 80)).toBe(true)
  })

  test('of a single row: none is read as another text', () => {
    const tallies = [...measure({ files: 4000, seed: 2, rows: 1 }).values()]
    expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([])
  })

  test('Korean files of 1 to 50 rows in a Japanese store are refused or right', () => {
    const shops = everydayShops.filter(({ language }) => language === 'Korean')
    const tallies = [...measure({ files: 300, seed: 3, shops, store: places.japan, rows: 50 }).values()]
    expect(tallies.flatMap(({ wrong }) => wrong)).toEqual([])
  })
})
