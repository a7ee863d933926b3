/** A network between the browser and the server that can be cut, slowed down and silenced. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Proxy {
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
  /** The same as soon as so many bytes more have gone to the server. */
  cutAfter(bytes: number): void
  /** Bytes that have gone to the server. */
  sent(): number
  /** The same for the push channel alone: it is broken and cannot be opened again. */
  cutPush(): void
  /** Nothing is broken, but nothing comes through either: a pulled cable. */
  silence(): void
  /** Everything the server says arrives this much later. */
  slow(delayMs: number): void
  /** As good as new. */
  mend(): void
  stop(): Promise<void>
}

/** Listens on a port of its own; the server behind it may come and go. */
export async function startProxy(serverPort: number): Promise<Proxy> {
  let state: 'open' | 'cut' | 'no-push' | 'silent' = 'open'
  let delayMs = 0
  let sent = 0
  let cutAt = Infinity
  const pairs = new Map<Socket, Socket>()
  const pushes = new Set<Socket>()
  const end = (client: Socket) => {
    pairs.get(client)?.destroy()
    client.destroy()
    pairs.delete(client)
    pushes.delete(client)
  }
  const cut = () => {
    state = 'cut'
    cutAt = Infinity
    for (const client of Array.from(pairs.keys())) end(client)
  }
  const listener = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const server = connect(serverPort, '127.0.0.1')
    pairs.set(client, server)
    // In the order it was said, also when the delay changes meanwhile.
    let due = 0
    const later = (work: () => void) => {
      due = Math.max(due, Date.now() + delayMs)
      setTimeout(work, Math.max(0, due - Date.now()))
    }
    client.on('error', () => end(client)).on('close', () => end(client))
    server.on('error', () => end(client)).on('close', () => later(() => end(client)))
    client.on('data', (chunk) => {
      if (state === 'silent') return
      if (/^GET \/push[? ]/.test(chunk.toString('latin1', 0, 12))) {
        if (state === 'no-push') return end(client)
        pushes.add(client)
      }
      sent += chunk.byteLength
      if (sent >= cutAt) return cut()
      // What the server has no hands for yet waits in the browser.
      if (!server.write(chunk)) {
        client.pause()
        server.once('drain', () => client.resume())
      }
    })
    server.on('data', (chunk) => {
      if (state !== 'silent') later(() => client.destroyed || client.write(chunk))
    })
    return undefined
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    cut,
    cutAfter: (bytes) => {
      cutAt = sent + bytes
    },
    sent: () => sent,
    cutPush: () => {
      state = 'no-push'
      for (const client of pushes) end(client)
    },
    silence: () => {
      state = 'silent'
    },
    slow: (ms) => {
      delayMs = ms
    },
    mend: () => {
      // What fell silent has lost bytes: it cannot go on.
      if (state === 'silent') for (const client of Array.from(pairs.keys())) end(client)
      state = 'open'
      delayMs = 0
    },
    stop: async () => {
      for (const client of Array.from(pairs.keys())) end(client)
      listener.close()
      await once(listener, 'close')
    },
  }
}
