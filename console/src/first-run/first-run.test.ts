/** When a system counts as set up. */
import { expect, test } from 'vitest'
import { settledLabels } from './use-first-run.ts'

test('labels that were never sent a product, or wait for their first, leave a system at its first steps', () => {
  expect(settledLabels({ OK: 0, DEASSIGN: 12, UPDATE: 1, WIP: 2 })).toBe(0)
})

test('a shop whose labels are all out of reach is no system to set up', () => {
  expect(settledLabels({ OK: 0, MISSING: 280, NG: 20 })).toBe(300)
})
