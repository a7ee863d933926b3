/** A file server of Node and nothing else, for comparison: ranges of one file. Says its port, and at the end how long it has computed. */
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream'
import { portOf } from './port-of.ts'

const path = process.argv[2] ?? ''
const server = createServer((request, response) => {
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
  response.writeHead(206, { 'content-length': Number(end) - Number(start) + 1 })
  pipeline(createReadStream(path, { start: Number(start), end: Number(end) }), response, () => undefined)
}).listen(0, '127.0.0.1', () => process.send?.(portOf(server)))
// Displays that wait for their next piece keep their line.
server.keepAliveTimeout = 120_000
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1e6)
})
process.on('disconnect', () => process.exit(0))
