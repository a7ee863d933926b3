import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from './base/config.ts'
import { logFilePattern, openLog, rotatingFile } from './log.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'endcap-log-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const read = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8')

describe('a rotating file', () => {
  test('begins anew when it is full, keeps four older ones and no line twice', () => {
    const file = rotatingFile(folder, 1000)
    for (let line = 0; line < 200; line++) file.write(`${String(line).padStart(98)}\n`)
    const names = readdirSync(folder).toSorted()
    expect(names).toEqual(['server.1.log', 'server.2.log', 'server.3.log', 'server.4.log', 'server.log'])
    expect(names.every((name) => logFilePattern.test(name) && statSync(join(folder, name)).size <= 1000)).toBe(true)
    const written = ['server.4.log', 'server.3.log', 'server.2.log', 'server.1.log', 'server.log'].map((name) => read(name)).join('')
    expect(written.trim().split(/\s+/).map(Number)).toEqual(
      Array.from({ length: written.length / 99 }, (_, index) => 200 - written.length / 99 + index),
    )
  })
  test('goes on where the last start ended', () => {
    rotatingFile(folder, 1000).write('first\n')
    rotatingFile(folder, 1000).write('second\n')
    expect(read('server.log')).toBe('first\nsecond\n')
  })
  test('a place that cannot be written loses lines and nothing else', () => {
    writeFileSync(join(folder, 'taken'), '')
    const file = rotatingFile(join(folder, 'taken', 'logs'))
    expect(() => file.write('lost\n')).not.toThrow()
  })
  test('has no passwords of addresses and no tokens in it', () => {
    rotatingFile(folder).write(
      'connect ECONNREFUSED postgres://endcap:s3cret@db.example/endcap, GET /file?a=1&token=abc123 "mqtt://u:p@ss@h"\n',
    )
    expect(read('server.log')).toBe(
      'connect ECONNREFUSED postgres://endcap:***@db.example/endcap, GET /file?a=1&token=*** "mqtt://u:***@h"\n',
    )
  })
})

describe('the log of a process', () => {
  const config = (env: Record<string, string> = {}) => readConfig({ ENDCAP_DATA: folder, ENDCAP_LOG: 'error', ...env })
  test('writes to its own folder what info tells, without secrets', () => {
    const { log, name, folder: own } = openLog(config({ ENDCAP_NAME: 'north-1' }))
    expect([name, own]).toEqual(['north-1', join(folder, 'logs', 'north-1')])
    log.info({ account: { email: 'a@b.c', password: 'pw-1' }, req: { headers: { 'access-token': 'tk-2' } }, secret: 'sc-3' }, 'hello')
    log.debug('too much')
    const text = read('logs', 'north-1', 'server.log')
    expect(text).toContain('"msg":"hello"')
    expect(text).toContain('a@b.c')
    expect(text).not.toMatch(/pw-1|tk-2|sc-3|too much/)
  })
  test('is named after the machine and the port, or after its parts', () => {
    expect(openLog(config({ ENDCAP_PORT: '4100' })).name).toBe(`${hostname()}-4100`)
    const worker = config({ ENDCAP_ROLES: 'worker' })
    expect([openLog(worker).name, openLog(worker).name]).toEqual([`${hostname()}-worker`, `${hostname()}-worker-2`])
    expect(() => config({ ENDCAP_NAME: '../../etc' })).toThrow('ENDCAP_NAME: must be letters, digits')
  })
  test('silent means no files either', () => {
    const { log, folder: own } = openLog(config({ ENDCAP_LOG: 'silent' }))
    expect([own, log.level, readdirSync(folder)]).toEqual([undefined, 'silent', []])
  })
  test('its level for files does not lower the one of the whole', () => {
    expect(openLog(config({ ENDCAP_LOG: 'debug' })).log.level).toBe('debug')
    expect(pino.levels.values[openLog(config()).log.level]).toBe(pino.levels.values.info)
  })
})
