/** What the page asks of the machine, done by the programs that the settings name. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { bodyOf, json, answerMessage } from './answers.ts'
import { run, type Given } from './machine.ts'
import { partsOf } from './parts.ts'
import { commandNames, isInstaller, type CommandName, type Installer, type Settings } from './settings.ts'
import { Refused, requestedSoftware, type Software } from './software.ts'
import { messageOf } from './thrown.ts'

export interface Machine {
  commands: Settings['commands']
  /** What installs software and launchers; none where nothing does. */
  software: Partial<Record<Installer, Software>>
  facts(): Promise<object>
}

/** `what`: `facts`, or the name of a command. */
export async function perform(what: string, machine: Machine, request: IncomingMessage, response: ServerResponse): Promise<ServerResponse> {
  if (what === 'facts' && request.method === 'GET') return json(response, 200, await machine.facts())
  const name = commandNames.find((one) => one === what)
  const command = name && machine.commands[name]
  if (name === undefined || command === undefined) return answerMessage(response, 404, 'This machine was not told how to do that.')
  try {
    if (name === 'screenshot')
      return response.writeHead(200, { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }).end(await run(command))
    if (request.method !== 'POST') return answerMessage(response, 405, 'This is done by POST.')
    if (isInstaller(name)) await install(machine.software[name], request)
    else await run(command, name === 'reboot' ? {} : givenFor(name, await bodyOf(request)))
    return json(response, 200, {})
  } catch (error) {
    return answerMessage(response, error instanceof Refused ? error.status : 500, messageOf(error))
  }
}

/** It goes on, also when the page that has asked for it is gone. */
async function install(software: Software | undefined, request: IncomingMessage): Promise<void> {
  const requested = await bodyOf(request).then(requestedSoftware, () => requestedSoftware(undefined))
  const { authorization = '' } = request.headers
  if (!/^Bearer [\w-]{1,200}$/.test(authorization)) throw new Refused(401, 'The display’s token is missing.')
  await software?.install(requested, authorization)
}

type Setting = Exclude<CommandName, 'reboot' | 'screenshot' | Installer>
/** A name or an address of the network, which no program takes for an option. */
const address = /^[a-z\d](?:[a-z\d.:-]{0,198}[a-z\d])?$/i
/** All that of what others say ever comes near a command: whole percent, on or off, a name of the network. */
function givenFor(what: Setting, body: unknown): Given {
  const request = partsOf(body)
  if (what === 'bluetooth' || what === 'nfc' || what === 'autorun') {
    if (typeof request.on !== 'boolean') throw new Error('`on` must be true or false.')
    return { state: request.on ? 'on' : 'off' }
  }
  if (what === 'timeserver') {
    if (typeof request.address !== 'string' || !address.test(request.address))
      throw new Error('`address` must be a name or an address of the network.')
    return { address: request.address }
  }
  const part = 'part' in request ? Number(request.part) : Number.NaN
  if (!(part >= 0 && part <= 1)) throw new Error('`part` must be a number of 0 to 1.')
  return { percent: Math.round(part * 100) }
}
