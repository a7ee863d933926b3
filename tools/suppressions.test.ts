import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Suppressions of the linter in this text that do not say why behind `--`, as `<line>: <text>`. */
const withoutReason = (source: string): string[] =>
  source
    .split('\n')
    .flatMap((line, place) =>
      /(\/\/|\/\*) ?(ox|es)lint-disable/.test(line) && !/ -- \S+ \S+/.test(line) ? [`${place + 1}: ${line.trim()}`] : [],
    )

test('a suppression without a reason is found', () => {
  const bare = ['// oxlint', 'disable-next-line no-console'].join('-')
  expect(withoutReason(`a()\n${bare}\nb()`)).toEqual([`2: ${bare}`])
  expect(withoutReason(`${bare} -- the command says it there`)).toEqual([])
})

test('every suppression of the linter says why', () => {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' })
  const files = stdout.split('\n').filter((file) => file !== '' && existsSync(file))
  expect(files.length).toBeGreaterThan(1000)
  const bare = files.flatMap((file) => withoutReason(readFileSync(file, 'utf8')).map((where) => `${file}:${where}`))
  expect(bare).toEqual([])
})
