/** Temporary files of tests are in memory where there is room, and do not stay there. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function newPlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'endcap-memory-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}
/** Who may do what in the folder that a process of its own opened, if it did. */
function run(place: string, needed: number, then = '') {
  const module = JSON.stringify(new URL('memory-folder.ts', import.meta.url).href)
  const code = `import { statSync } from 'node:fs'
    const { openMemoryFolder } = await import(${module})
    const folder = openMemoryFolder(${JSON.stringify(place)}, ${needed})
    console.log(folder === undefined ? 'none' : (statSync(folder).mode & 0o7777).toString(8))
    ${then}`
  return spawnSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], { encoding: 'utf8' }).stdout.trim()
}

test('the folder is open to all users as the system’s own, and goes with its process', () => {
  const place = newPlace()
  expect(run(place, 1)).toBe('1777')
  expect(readdirSync(place)).toEqual([])
})

test('that of a process that was killed goes with the next one, that of one that lives stays', () => {
  const place = newPlace()
  mkdirSync(join(place, `endcap-tests-${process.pid}`))
  mkdirSync(join(place, 'of-others'))
  expect(run(place, 1, "process.kill(process.pid, 'SIGKILL')")).toBe('1777')
  expect(readdirSync(place)).toHaveLength(3)
  run(place, 1)
  expect(readdirSync(place)).toEqual([`endcap-tests-${process.pid}`, 'of-others'])
})

test('there is none where memory is short, or where the system has no such place', () => {
  const place = newPlace()
  expect(run(place, 2 ** 60)).toBe('none')
  expect(run(join(place, 'missing'), 1)).toBe('none')
  expect(existsSync(join(place, 'missing'))).toBe(false)
})
