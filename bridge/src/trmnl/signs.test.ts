import { expect, test } from 'vitest'
import { createMemoryState } from '../openepaperlink/testing.ts'
import { createSigns } from './signs.ts'

test('a sign that an earlier version of the bridge stored is known, and its picture is one that an operation requested', () => {
  const picture = { name: 'endcap-1', content: 'c1', palette: 'bw', label: true, begun: true, fetchedAt: null, drawn: false }
  const panel = { type: 'px-800x480-bw', width: 800, height: 480, palette: 'bw', reader: false }
  const identity = { mac: 'A0B1C2000001', key: 'k1', keyUsed: true, since: 1, readmitted: 0, secret: 's1', firmware: '1.6.0' }
  const sign = { ...panel, ...identity, named: 1, doubt: false }
  const state = createMemoryState()
  state.set('sign:A0B1C2000001', { ...sign, picture: { ...picture, wanted: true }, before: { ...picture, wanted: false } })
  const known = createSigns(state).byKey('k1')
  expect(known?.picture).toEqual({ ...picture, requested: true })
  expect(known?.before).toEqual({ ...picture, requested: false })
})
