/** What the host program is told: on its command line, and in its settings file. */
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isRecord } from './parts.ts'

/** Things that a machine can do, as a program with its arguments; never a line for a shell. */
const runnable = ['reboot', 'brightness', 'volume', 'bluetooth', 'nfc', 'autorun', 'timeserver', 'screenshot'] as const
/** Those that install a file of the store: its software, its launcher. */
export const installers = ['update', 'launcher'] as const
export const commandNames = [...runnable, ...installers] as const
export type Installer = (typeof installers)[number]
export const isInstaller = (name: CommandName): name is Installer => installers.some((one) => one === name)
export type CommandName = (typeof commandNames)[number]
export interface Settings {
  server: URL
  port: number
  /** Where the host keeps the player's page and who the machine is. */
  data: string
  /** What the display announces itself with; the machine's own address where `mac` is not set. */
  display: Partial<Record<'mac' | 'name' | 'model' | 'storeCode' | 'enrolToken', string>>
  commands: Partial<Record<CommandName, string[]>>
}

export const usage = `npm run player-host -- --server URL [--port 8088] [--data FOLDER] [--settings FILE]

  --server    address of the Endcap server, such as https://endcap.example
  --port      the player is at http://localhost:PORT then
  --data      keeps the player's page and the machine's address (~/.endcap-player)
  --settings  JSON file (settings.json in the data folder); docs/guide/signage.md`

const displayNames = ['mac', 'name', 'model', 'storeCode', 'enrolToken'] as const

/** Throws with what is wrong, in words for the person who sets it up. */
export function readSettings(args: readonly string[]): Settings {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], options: { server: text, port: text, data: text, settings: text } })
  const data = values.data ?? join(homedir(), '.endcap-player')
  const path = values.settings ?? join(data, 'settings.json')
  if (values.settings !== undefined && !existsSync(path)) throw new Error(`There is no settings file ${path}.`)
  const file = existsSync(path) ? parse(readFileSync(path, 'utf8'), path) : {}
  const known = new Set<string>(['server', 'port', 'commands', ...displayNames])
  for (const name of Object.keys(file)) if (!known.has(name)) throw new Error(`${path}: there is no setting "${name}".`)
  const display = Object.fromEntries(
    displayNames.flatMap((name) => {
      const value = file[name]
      if (value === undefined) return []
      if (typeof value !== 'string') throw new Error(`${path}: "${name}" must be a text.`)
      return [[name, value]]
    }),
  )
  const port = Number(values.port ?? file.port ?? 8088)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('The port must be a number of 1 to 65535.')
  return { server: addressOf(values.server ?? file.server), port, data, display, commands: commandsOf(file.commands ?? {}, path) }
}

function parse(text: string, path: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Said below.
  }
  throw new Error(`${path} is no JSON object.`)
}

function addressOf(server: unknown): URL {
  if (typeof server !== 'string') throw new Error(`Name the server.\n\n${usage}`)
  const url = URL.parse(server)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`"${server}" is no address of a server, such as https://endcap.example.`)
  return url
}

function commandsOf(value: unknown, path: string): Settings['commands'] {
  if (!isRecord(value)) throw new Error(`${path}: "commands" must be an object.`)
  const commands: Settings['commands'] = {}
  for (const [name, list] of Object.entries(value)) {
    const known = commandNames.find((one) => one === name)
    if (known === undefined) throw new Error(`${path}: there is no command "${name}"; there are ${commandNames.join(', ')}.`)
    const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
    if (!Array.isArray(list) || texts.length === 0 || texts.length !== list.length)
      throw new Error(`${path}: "${name}" must be a list: the program, then its arguments.`)
    if (isInstaller(known) && endingOf(texts) === undefined)
      throw new Error(`${path}: "${known}" must say where the file stands: {file}, or {file} with one ending, such as {file}.deb.`)
    commands[known] = texts
  }
  return commands
}

/**
 * How the name of the file ends that is installed: programs tell by that what it is, such as `.deb`, and settings say it where the file stands
 * in the arguments, such as `{file}.deb`. Undefined where it stands nowhere, or with several endings.
 */
export function endingOf([, ...args]: readonly string[]): string | undefined {
  const found = args.flatMap((one) => [...one.matchAll(/\{file\}((?:\.\w{1,10}){0,3})/g)].map(([, ending = '']) => ending))
  return new Set(found).size === 1 ? found[0] : undefined
}
