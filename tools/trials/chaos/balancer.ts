/** A balancer as shops have one before their servers: in turns, past those that refuse. It knows nothing of what it carries. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Balancer {
  url: string
  stop(): Promise<void>
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  let turn = 0
  const clients = new Set<Socket>()
  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.on('close', () => clients.delete(client))
    const first = turn++
    const reach = (attempt: number) => {
      const port = ports[(first + attempt) % ports.length]
      if (attempt === ports.length || port === undefined) return client.destroy()
      const server = connect(port, '127.0.0.1')
      let through = false
      server.on('connect', () => {
        through = true
        client.pipe(server)
        server.pipe(client)
      })
      server.on('error', () => {
        if (through) client.destroy()
        else reach(attempt + 1)
      })
      server.on('close', () => through && client.destroy())
      client.on('close', () => server.destroy())
      return undefined
    }
    reach(0)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    stop: async () => {
      listener.close()
      for (const client of clients) client.destroy()
      await once(listener, 'close')
    },
  }
}
