/** Which sizes have the shape of a place. */
import { expect, test } from 'vitest'
import { sizesLike } from './own-drawing.ts'

test('sizes of the same shape come nearest first; models of labels and other shapes are none', () => {
  const sizes = ['A6', '2.9', '300x158', '150x79', '450x237', '600x316', '604x316', '620x316', '158x300']
  expect(sizesLike({ width: 300, height: 158 }, sizes).map(({ width, height }) => `${width}x${height}`)).toEqual([
    '450x237',
    '150x79',
    '600x316',
    '604x316',
  ])
})
