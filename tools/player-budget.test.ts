import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { overBudget, playerMaxBytes, scriptBytes } from './player-budget.ts'

test('scripts of the player count compressed, all that its page loads at its start, without styles and the service worker', () => {
  const code = 'one()\n'.repeat(5000)
  const one = scriptBytes([{ fileName: 'assets/index.js', code }])
  expect(one).toBeLessThan(200)
  const others = [{ fileName: 'worker.js', code: randomBytes(500).toString('hex') }, { fileName: 'assets/index.css' }]
  const later = { fileName: 'assets/later.js', code: randomBytes(500).toString('hex'), isDynamicEntry: true }
  expect(scriptBytes([{ fileName: 'assets/index.js', code }, { fileName: 'assets/more.js', code }, later, ...others])).toBe(2 * one)
})

test('a player above its budget is named, one at its limit is not', () => {
  expect(overBudget(playerMaxBytes)).toEqual([])
  expect(overBudget(playerMaxBytes + 1)).toHaveLength(1)
})
