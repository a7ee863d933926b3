import { expect, test } from 'vitest'
import { layersOf, placeOf, storedOrder, withLayer } from './layers.ts'

const row = (id: string) => ({ id, name: `Set ${id}`, duration: 30, period: null, days: [], time: [] })

test('layers are listed with the strongest on top, and stored the other way round', () => {
  const layers = layersOf([row('1'), row('2')])
  expect(layers.map(({ id }) => id)).toEqual(['2', '1'])
  expect(storedOrder(layers).map(({ id }) => id)).toEqual(['1', '2'])
  expect(placeOf(layers, 1)).toBe(0)
})

test('a new one comes on top and always holds', () => {
  const layers = withLayer(layersOf([row('1'), row('2')]), { id: '1', name: 'Set 1' })
  expect(layers.map(({ id }) => id)).toEqual(['1', '2', '1'])
  expect(new Set(layers.map(({ key }) => key)).size).toBe(3)
  expect(layers[0]).toMatchObject({ period: null, days: [], time: [] })
})
