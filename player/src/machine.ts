/** The host program on the display's machine, when the page comes from one: it knows the machine, and what can be told to it. */

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
  can: Record<'reboot' | 'brightness' | 'volume' | 'screenshot', boolean>
}
export interface Machine {
  /** As they were when it was asked last. */
  facts(): MachineFacts
  renew(): Promise<void>
  reboot(): Promise<void>
  /** Of 0 to 1. */
  set(what: 'brightness' | 'volume', part: number): Promise<void>
  /** What is really on the screen. */
  screenshot(): Promise<Blob>
}

const patienceMs = 25_000

/** Undefined in a browser of its own. */
export async function findMachine(): Promise<Machine | undefined> {
  const token = document.querySelector<HTMLMetaElement>('meta[name="endcap-host"]')?.content
  if (token === undefined) return undefined
  async function ask(what: string, body?: object): Promise<Response> {
    const answer = await fetch(`/host/${what}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-endcap-host': token ?? '' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    if (answer.ok) return answer
    const { message } = (await answer.json().catch(() => ({}))) as { message?: string }
    throw new Error(message ?? `the host program answers ${answer.status}`)
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
      set: async (what, part) => void (await ask(what, { part })),
      screenshot: async () => (await ask('screenshot')).blob(),
    }
  } catch {
    // The page is here, and its host is not: it plays all the same.
    return undefined
  }
}
