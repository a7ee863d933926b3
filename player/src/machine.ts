/** The host program on the display's machine, when the page comes from one: it knows the machine, and what can be told to it. */
import { partsOf } from '@endcap/contract/typed-object'

/** As host/host.ts tells them. */
export interface MachineFacts {
  mac?: string
  name?: string
  model?: string
  storeCode?: string
  enrolToken?: string
  version: string
  system: string
  memory: { used: number; total: number }
  disk: { used: number; total: number }
  ip: string
  /** The version of the store's software that it has; undefined and null: none. */
  software?: string | null
  /** The same of its launcher. */
  launcher?: string | null
  /** An older host program does not know all of it. */
  can: Partial<Record<keyof MachineSettings | 'reboot' | 'screenshot' | Installer, boolean>>
}
/** Commands of the host program that install software of the store, and its launcher. */
export type Installer = 'update' | 'launcher'
/** What the machine can be set to: parts are of 0 to 1. */
export interface MachineSettings {
  brightness: { part: number }
  volume: { part: number }
  bluetooth: { on: boolean }
  nfc: { on: boolean }
  autorun: { on: boolean }
  timeserver: { address: string }
}
export interface Machine {
  /** As they were when it was asked last. */
  facts(): MachineFacts
  renew(): Promise<void>
  reboot(): Promise<void>
  set<What extends keyof MachineSettings>(what: What, to: MachineSettings[What]): Promise<void>
  /** What is really on the screen. */
  screenshot(): Promise<Blob>
  /** Loads software with the display's token, and installs it as the command of this name does. Throws `HostBusy`. */
  install(installer: Installer, software: { sha256: string; bytes: number; ver: string }, authorization: string): Promise<void>
}

/** It does this already. */
export class HostBusy extends Error {}

const patienceMs = 25_000
/** A large file over a slow line, and a program that installs it. */
const updateMs = 21_600_000

/** Undefined in a browser of its own. */
export async function findMachine(): Promise<Machine | undefined> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="endcap-host"]')?.content
  if (token === undefined) return undefined
  async function ask(what: string, body?: object, { ms = patienceMs, headers = {} } = {}): Promise<Response> {
    const answer = await fetch(`/host/${what}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-endcap-host': token ?? '', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ms),
    })
    if (answer.ok) return answer
    const { message } = partsOf(await answer.json().catch(() => ({})))
    const why = typeof message === 'string' ? message : undefined
    if (answer.status === 409) throw new HostBusy(why)
    throw new Error(why ?? `the host program answers ${answer.status}`)
  }
  const read = async () => (await (await ask('facts')).json()) as MachineFacts
  try {
    let facts = await read()
    return {
      facts: () => facts,
      renew: async () => {
        facts = await read()
      },
      reboot: async () => void (await ask('reboot', {})),
      set: async (what, to) => void (await ask(what, to)),
      screenshot: async () => (await ask('screenshot')).blob(),
      install: async (installer, { sha256, bytes, ver }, authorization) =>
        void (await ask(installer, { sha256, bytes, ver }, { ms: updateMs, headers: { authorization } })),
    }
  } catch {
    // The page is here, and its host is not: it plays all the same.
    return undefined
  }
}
