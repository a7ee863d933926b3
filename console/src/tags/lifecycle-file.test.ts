import { expect, test } from 'vitest'
import { readLifecycleLines } from './lifecycle-file.ts'

const id = '5A3C9E0150101140'

test('a line is a tag id, or an id and a state behind a comma, a semicolon or a tab', () => {
  expect(readLifecycleLines(`${id}\n${id},SPARE\r\n${id};"retired"\n${id}\tSTOCK`)).toEqual([
    { line: 1, tagMac: id, lifecycle: '' },
    { line: 2, tagMac: id, lifecycle: 'SPARE' },
    { line: 3, tagMac: id, lifecycle: 'retired' },
    { line: 4, tagMac: id, lifecycle: 'STOCK' },
  ])
})

test('a heading, empty lines and remarks are passed over, and lines keep their numbers', () => {
  expect(readLifecycleLines(`\uFEFFTAG_ID,STATE\n\n# spare ones\n${id},SPARE\n`)).toEqual([{ line: 4, tagMac: id, lifecycle: 'SPARE' }])
  expect(readLifecycleLines(`nonsense,SPARE\n`)).toEqual([{ line: 1, tagMac: 'nonsense', lifecycle: 'SPARE' }])
  // An id that happens to stand in the first line is no heading.
  expect(readLifecycleLines(`5a:3c:9e:01:50:10:11:40`)).toHaveLength(1)
})
