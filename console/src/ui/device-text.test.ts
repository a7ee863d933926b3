/** What drivers say, in the languages of people. */
import { deviceWords } from '@endcap/contract/device-words'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import english from '../i18n/en/deviceWords.json'
import japanese from '../i18n/ja/deviceWords.json'
import { deviceText } from './device-text.ts'

const translator = i18next.createInstance()
beforeAll(() =>
  translator.init({
    lng: 'ja',
    resources: { ja: { translation: { deviceWords: japanese } } },
    interpolation: { escapeValue: false },
  }),
)
const translate = (text: string) => deviceText(text, translator.t)

test('the English words are the sentences themselves', () => expect(english).toEqual(deviceWords))
test.each([
  ['Its firmware is licensed for non-commercial use.', 'このファームウェアのライセンスは非商用に限られます。'],
  ['The access point does not answer: nothing listens there', 'アクセスポイントが応答しません: そのポートでは何も動いていません'],
  ['10.0.0.7:2446 cannot be reached: connect EHOSTUNREACH', '10.0.0.7:2446に接続できません: connect EHOSTUNREACH'],
  [
    'D0CF5E000001: The panel is encrypted, and its key is not known here; D0CF5E000002: 10.0.0.8:2446 closes the connection',
    'D0CF5E000001: パネルは暗号化されており、キーが登録されていません; D0CF5E000002: 10.0.0.8:2446が接続を切りました',
  ],
  ['Its radio is not ready (state 3). It sings.', '無線の準備ができていません（状態3）. It sings.'],
  ['It sings.', 'It sings.'],
])('what a driver says is shown in Japanese where it is known: %s', (text, shown) => expect(translate(text)).toBe(shown))
