import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longest } from './longest-first.ts'

test('each file of the list exists', () => {
  const root = new URL('../', import.meta.url)
  expect(longest.filter((file) => !existsSync(fileURLToPath(new URL(file, root))))).toEqual([])
})
