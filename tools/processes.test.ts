/** How `npm run dev` starts its server again. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

/** With an overlap the first one ends only once the second one has begun; that one tells whether the first was still there. */
const server = `
import { existsSync, watch, writeFileSync } from 'node:fs'
const first = existsSync('first')
process.on('message', () => {})
if (!first) {
  writeFileSync('first', '')
  process.send({ ready: true })
  process.on('disconnect', () => {
    if (process.env.OVERLAPS !== 'true') process.exit(0)
    const leave = () => existsSync('second') && process.exit(0)
    watch('.', leave)
    leave()
  })
  process.on('exit', () => writeFileSync('over', ''))
} else {
  process.send({ ready: true, alone: existsSync('over') })
  writeFileSync('second', '')
  process.on('disconnect', () => process.exit(0))
}`
const starter = `
import { createProcesses } from ${JSON.stringify(new URL('processes.mjs', import.meta.url).href)}
const processes = createProcesses(process.env)
const restart = processes.startAgain('server', (said) => {
  if (said.alone === undefined) return restart()
  console.log(JSON.stringify(said))
  processes.stop()
}, { overlaps: process.env.OVERLAPS === 'true' })`

async function startTwice(overlaps: boolean): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-processes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts: { server: 'node server.js' } }))
  writeFileSync(join(folder, 'server.js'), server)
  writeFileSync(join(folder, 'starter.js'), starter)
  const env = { ...process.env, OVERLAPS: String(overlaps) }
  const { stdout } = await promisify(execFile)(process.execPath, ['starter.js'], { cwd: folder, env })
  return JSON.parse(stdout)
}

test('a server that is started again begins while the one before it ends, where the next one waits for what that holds', async () => {
  expect(await startTwice(true)).toEqual({ ready: true, alone: false })
})

test('else it begins when the one before it is over', async () => {
  expect(await startTwice(false)).toEqual({ ready: true, alone: true })
})
