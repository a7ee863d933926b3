/**
 * How plausible a half-width katakana is among its neighbours. Its bytes are those of Korean and Chinese characters, so that only the
 * rules of Japanese spelling tell: where the marks of voiced sounds, small letters and long vowels may stand.
 */
export const isHalfWidthKana = (code: number): boolean => code >= 0xff61 && code <= 0xff9f

const frequent = new Set('ｱｲｶｷｸｺｻｼｽｾﾀﾁﾃﾄﾅﾆﾊﾋﾌﾏﾐﾑﾒﾗﾘﾙﾚﾛ')
const voiced = new Set('ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎｳ')
const halfVoiced = new Set('ﾊﾋﾌﾍﾎ')
const beforeSmallY = new Set('ｷｼﾁﾆﾋﾐﾘﾃﾌ')
const beforeSmallVowel = new Set('ﾌﾃﾄｳｼﾁﾂｸｲ')
const afterSmallTsu = new Set('ｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾊﾋﾌﾍﾎ')
const marks = new Set('ﾞﾟ')
const wrong = 12

const isSmallLatin = (sign: string) => sign >= 'a' && sign <= 'z'

/** Words of small Latin letters stand apart from kana. */
const joinedCost = (text: string, at: number) => (isSmallLatin(text[at - 1] ?? '') || isSmallLatin(text[at + 1] ?? '') ? 9 : 0)

/** Of the one at this place. */
export function costOfHalfWidth(text: string, at: number): number {
  const sign = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const starts = !isHalfWidthKana(before.charCodeAt(0) || 0)
  // The letter that carries the mark counts, not the mark.
  const letter = marks.has(before) ? (text[at - 2] ?? '') : before
  switch (sign) {
    case 'ﾞ':
      return voiced.has(before) ? 1.5 : wrong
    case 'ﾟ':
      return halfVoiced.has(before) ? 1.5 : wrong
    case 'ｰ':
      return starts || before === 'ｯ' || before === 'ﾝ' || before === 'ｰ' || before < 'ｦ' ? wrong : 2
    case 'ｬ':
    case 'ｭ':
    case 'ｮ':
      return beforeSmallY.has(letter) ? 2 : wrong
    case 'ｧ':
    case 'ｨ':
    case 'ｩ':
    case 'ｪ':
    case 'ｫ':
      return beforeSmallVowel.has(letter) ? 2.5 : wrong
    case 'ｯ':
      return starts || before === 'ｯ' || before === 'ﾝ' ? wrong : 3
    case 'ﾝ':
      return starts || before === 'ﾝ' || before === 'ｯ' ? wrong : 3
    case '･':
      return starts ? 9 : 5
    case '｡':
    case '｢':
    case '｣':
    case '､':
    case 'ｦ':
      return 9 + joinedCost(text, at)
    default: {
      const again = sign === before ? 1.5 : 0
      const hard = before === 'ｯ' && !afterSmallTsu.has(sign) ? 6 : 0
      return (frequent.has(sign) ? 4 : 5.2) + again + joinedCost(text, at) + hard
    }
  }
}
