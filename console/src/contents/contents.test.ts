import { expect, test } from 'vitest'
import { kindOf, sizeText } from './contents.ts'
import { lengthText } from '../ui/format.ts'

test('sizes are Bytes, KB, MB, GB and TB', () => {
  expect([0, 999, 2048, 5 * 1024 ** 2, 3.5 * 1024 ** 3, 2 * 1024 ** 4].map(sizeText)).toEqual([
    '0 Bytes',
    '999 Bytes',
    '2.0 KB',
    '5.0 MB',
    '3.5 GB',
    '2.0 TB',
  ])
})

test('seconds are minutes and hours', () => {
  expect([0, 9, 59.7, 125, 3599.6, 3723].map(lengthText)).toEqual(['0:00', '0:09', '1:00', '2:05', '1:00:00', '1:02:03'])
})

test('a file is taken for what its name says', () => {
  expect(['a.PNG', 'b.webm', 'c.zip', 'd'].map(kindOf)).toEqual(['image', 'video', 'widget', 'image'])
})
