/** The files of Japanese and Korean words hold no word of another language; what of that only screens can show is in languages.e2e.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { jobNames } from '@endcap/contract/jobs'
import { expect, test } from 'vitest'
import { strangeWords } from './untranslated.ts'

const i18n = new URL('../console/src/i18n/', import.meta.url)
const files = ['ja', 'ko'].flatMap((language) => readdirSync(new URL(`${language}/`, i18n)).map((file) => `${language}/${file}`))

/** Every text of a file, without its blanks and marks. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((one: string | object) =>
    typeof one === 'string' ? [one.replaceAll(/\{\{.*?\}\}|<\/?\w+>/g, ' ')] : textsOf(one),
  )
}

test.each(files)('%s holds no word of another language', (file) => {
  const texts = textsOf(JSON.parse(readFileSync(new URL(file, i18n), 'utf8')) as object)
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.filter((text) => strangeWords(text).length > 0)).toEqual([])
})

test('names of our settings and addresses of devices are the same in every language; an English word beside them is not', () => {
  expect(strangeWords('ENDCAP_MAIL_HOSTSで AABBCCDDEEFF@10.0.0.7:2446 を')).toEqual([])
  expect(strangeWords('ENDCAP_MAIL_HOSTSで allowed AABBCC')).toEqual(['allowed', 'AABBCC'])
})

test.each(['en', 'ja', 'ko'])('each background job has a name in %s, and none that is gone has', (language) => {
  const { name } = JSON.parse(readFileSync(new URL(`${language}/jobs.json`, i18n), 'utf8')) as { name: Record<string, string> }
  expect(Object.keys(name).toSorted()).toEqual([...jobNames].toSorted())
})
