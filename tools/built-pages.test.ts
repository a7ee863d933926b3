import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isBuilt, workspacesOf } from './built-pages.mjs'

let root: string
const [before, then, after] = [new Date(2026, 0, 1), new Date(2026, 0, 2), new Date(2026, 0, 3)]
function write(path: string, at: Date, content = '') {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
  utimesSync(join(root, path), at, at)
}
const settle = (...folders: string[]) => {
  for (const folder of folders) utimesSync(join(root, folder), before, before)
}
const needs = (...names: string[]) => JSON.stringify({ dependencies: Object.fromEntries(['react', ...names].map((name) => [name, '*'])) })
/** A console that needs the contract, which needs signage; built after the last change of anything. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'endcap-built-'))
  write('console/package.json', before, needs('@endcap/contract', '@endcap/label'))
  write('contract/package.json', before, needs('@endcap/signage'))
  for (const workspace of ['label', 'signage', 'server']) write(`${workspace}/package.json`, before, '{}')
  for (const path of ['console/src/main.tsx', 'contract/src/tags.ts', 'label/src/layout.ts', 'signage/src/plan.ts']) write(path, before)
  for (const path of [
    'console/index.html',
    'console/vite.config.ts',
    'console/build/compress.ts',
    'package-lock.json',
    'tsconfig.base.json',
  ])
    write(path, before)
  write('console/dist/index.html', then)
  settle(
    'console/build',
    ...['console', 'contract', 'label', 'signage', 'server'].flatMap((one) => (one === 'server' ? [one] : [one, `${one}/src`])),
  )
})
afterEach(() => rmSync(root, { recursive: true }))

test('a page is made of the workspaces that it names, and of those that they name', () => {
  expect([...workspacesOf(root, 'console')].toSorted()).toEqual(['console', 'contract', 'label', 'signage'])
  expect([...workspacesOf('.', 'console')]).toContain('label')
})

test('a page that was built after the last change is built; one that never was is not', () => {
  expect(isBuilt(root, 'console')).toBe(true)
  rmSync(join(root, 'console/dist'), { recursive: true })
  expect(isBuilt(root, 'console')).toBe(false)
})

test.each([
  'console/src/main.tsx',
  'console/vite.config.ts',
  'console/index.html',
  'console/build/compress.ts',
  'contract/src/tags.ts',
  'label/src/layout.ts',
  'signage/src/plan.ts',
  'package-lock.json',
  'tsconfig.base.json',
])('a change of %s makes it old', (path) => {
  write(path, after)
  expect(isBuilt(root, 'console')).toBe(false)
})

test.each(['server/src/server.ts', 'console/src/main.test.tsx', 'console/dist/assets/index.js'])('a change of %s does not', (path) => {
  write(path, after)
  settle(dirname(path))
  expect(isBuilt(root, 'console')).toBe(true)
})

test('a file that is taken away makes it old', () => {
  rmSync(join(root, 'label/src/layout.ts'))
  utimesSync(join(root, 'label/src'), after, after)
  expect(isBuilt(root, 'console')).toBe(false)
})
