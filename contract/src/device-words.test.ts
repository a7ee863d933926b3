import { expect, test } from 'vitest'
import { deviceWords, formatDeviceMessage, parseDeviceMessage, type DeviceWord } from './device-words.ts'

const blanks = (word: DeviceWord) => [...deviceWords[word].matchAll(/\{\{(\w+)\}\}/g)].map(([, blank = '']) => blank)

test.each(Object.keys(deviceWords) as DeviceWord[])('%s is known again, with what stood in its blanks', (word) => {
  const values = Object.fromEntries(blanks(word).map((blank, place) => [blank, `x${place}`]))
  expect(parseDeviceMessage(formatDeviceMessage(word, values))).toEqual({ word, values })
})
test('a text that no driver of ours says is not recognised', () => {
  for (const text of ['', 'It sings.', 'There is no host', 'x'.repeat(100_000)]) expect(parseDeviceMessage(text)).toBeUndefined()
})
test('a blank that comes twice holds the same', () => {
  const { unnamed } = deviceWords
  expect(parseDeviceMessage(unnamed.replace('{{host}}', 'a').replace('{{host}}', 'b'))).toBeUndefined()
})
