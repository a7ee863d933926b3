/** The virtual printers on the network: IPP over HTTP at `/printers/{name}`, each with a folder of its own for what it prints. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { readCall } from './ipp.ts'
import { createPrinter, type VirtualPrinter } from './printer.ts'

export interface Printers {
  /** host:port, as paper files name it. */
  address: string
  folder: string
  get(name: string): VirtualPrinter | undefined
  list(): readonly VirtualPrinter[]
  stop(): Promise<void>
}

const longestRequest = 50_000_000

export async function startPrinters(options: {
  names: readonly string[]
  folder: string
  port: number
  pageMs?: number
}): Promise<Printers> {
  const { names, folder, port, pageMs } = options
  const printers = new Map(
    names.map((name) => [
      encodeURIComponent(name),
      createPrinter({ name, folder: join(folder, name), ...(pageMs !== undefined && { pageMs }) }),
    ]),
  )
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('error', () => undefined)
    request.on('data', (part: Buffer) => {
      bytes += part.byteLength
      if (bytes > longestRequest) request.destroy()
      else parts.push(part)
    })
    request.on('end', () => {
      const [, name = ''] = /^\/printers\/([^/?]+)$/.exec(request.url ?? '') ?? []
      const printer = printers.get(name)
      const call = request.headers['content-type'] === 'application/ipp' ? readCall(Buffer.concat(parts)) : undefined
      if (printer === undefined) return response.writeHead(404).end()
      if (call === undefined) return response.writeHead(400).end('This is a printer: it speaks IPP.')
      const answer = printer.answer(call, `ipp://${request.headers.host ?? ''}/printers/${name}`)
      if (answer === undefined) return request.socket.destroy()
      return response.writeHead(200, { 'content-type': 'application/ipp' }).end(answer)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The printers listen at no port')
  return {
    address: `127.0.0.1:${bound.port}`,
    folder,
    get: (name) => printers.get(encodeURIComponent(name)),
    list: () => [...printers.values()],
    stop: async () => {
      for (const printer of printers.values()) printer.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
