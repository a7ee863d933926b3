/** `npm run dev`, in a copy of the project: what is saved is seen, whatever is broken is waited for, and Ctrl-C leaves nothing behind. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { need, needChromium, openPage, setStage } from './stage.ts'
import { killStarts, npmStart, processesOf } from './starter.ts'
import { freePort, temporaryFolder, until } from './system.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
const workspaces = ['bridge', 'console', 'contract', 'fleet', 'gateway-link', 'label', 'player', 'server', 'signage']
const stage = setStage()
beforeEach(needChromium)
afterAll(killStarts)

/** The sources in a folder of their own, so that other journeys are not disturbed; the packages are those of the project. */
function copyProject(): string {
  const { path, remove } = temporaryFolder()
  stage.atEnd(async () => remove())
  const leftOut = /(^|\/)(node_modules|dist)(\/|$)|^\/data(\/|$)/
  const copied = [...workspaces, 'tools', 'package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json']
  for (const part of copied)
    cpSync(join(project, part), join(path, part), { recursive: true, filter: (from) => !leftOut.test(from.slice(project.length)) })
  const modules = join(path, 'node_modules')
  mkdirSync(join(modules, '@endcap'), { recursive: true })
  for (const name of readdirSync(join(project, 'node_modules')))
    if (name !== '@endcap' && !name.startsWith('.')) symlinkSync(join(project, 'node_modules', name), join(modules, name))
  for (const name of workspaces) symlinkSync(join(path, name), join(modules, '@endcap', name))
  return path
}

test('a change of the console, of the player and of the server is seen after a save', async (context) => {
  need(context, process.platform === 'win32' ? 'Windows has no process groups' : undefined)
  const root = copyProject()
  const edit = (file: string, from: string, to: string) => {
    const text = readFileSync(join(root, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(root, file), text.replace(from, to))
  }
  const data = join(root, 'data')
  const [consolePort, playerPort] = [await freePort(), await freePort()]
  const ports = { ENDCAP_DEV_PORT: String(consolePort), ENDCAP_DEV_PLAYER_PORT: String(playerPort) }
  const start = await npmStart(data, ['--dev', '--empty'], ports, root)
  await start.ready()
  const browser = await stage.launch()

  const page = await openPage(browser)
  await page.goto(`http://localhost:${consolePort}/`)
  await page.getByLabel('E-mail').fill('somebody@shop.example')
  edit('console/src/session/SignInFrame.tsx', '    Endcap\n', '    Endcap in the making\n')
  await page.getByText('Endcap in the making').waitFor()
  // The page was renewed in place: what was typed is still there.
  expect(await page.getByLabel('E-mail').inputValue()).toBe('somebody@shop.example')

  const display = await openPage(browser)
  await display.goto(`http://localhost:${playerPort}/player/?mac=AABBCCDDEEFF`)
  await display.waitForFunction(() => document.body.innerText.length > 0)
  const main = join(root, 'player/src/main.ts')
  writeFileSync(main, `${readFileSync(main, 'utf8')}\ndocument.documentElement.dataset.made = 'anew'\n`)
  await display.locator('html[data-made=anew]').waitFor()

  const answer = async () =>
    await fetch(`http://localhost:${consolePort}/api/version`).then(
      (one) => one.text(),
      () => '',
    )
  expect(await answer()).toContain('Sign in, please.')
  edit('server/src/platform/base/errors.ts', 'Sign in, please.', 'Who are you?')
  await until('the server answers as it was changed', async () => (await answer()).includes('Who are you?'))

  edit('server/src/platform/base/errors.ts', 'Who are you?', "Who are you?' + ")
  await until('the fault is told', () => start.output().includes('It starts again with the next change.'))
  edit('server/src/platform/base/errors.ts', "Who are you?' + ", 'Who is there?')
  await until('the server is back', async () => (await answer()).includes('Who is there?'))

  start.signal('SIGINT', 'group')
  expect(await start.ended()).toBe(0)
  await until('all its processes are gone', () => processesOf(data, start).length === 0)
})
