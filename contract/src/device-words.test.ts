import { expect, test } from 'vitest'
import { deviceWords, readDeviceWords, sayOfDevice, type DeviceWord } from './device-words.ts'

const blanks = (word: DeviceWord) => [...deviceWords[word].matchAll(/\{\{(\w+)\}\}/g)].map(([, blank = '']) => blank)

test.each(Object.keys(deviceWords) as DeviceWord[])('%s is known again, with what stood in its blanks', (word) => {
  const values = Object.fromEntries(blanks(word).map((blank, place) => [blank, `x${place}`]))
  expect(readDeviceWords(sayOfDevice(word, values))).toEqual({ word, values })
})
test('a text that no driver of ours says is not recognised', () => {
  for (const text of ['', 'It sings.', 'There is no host', 'x'.repeat(100_000)]) expect(readDeviceWords(text)).toBeUndefined()
})
test('a blank that comes twice holds the same', () => {
  const { unnamed } = deviceWords
  expect(readDeviceWords(unnamed.replace('{{host}}', 'a').replace('{{host}}', 'b'))).toBeUndefined()
})
