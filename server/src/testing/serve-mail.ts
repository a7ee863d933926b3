/** A mail server for whole-system tests: takes every mail, puts it into the folder it is given, lives as long as its starter. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

const folder = process.argv[2] ?? '.'
let received = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, callback) {
    let text = ''
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
    stream.on('end', () => {
      writeFileSync(join(folder, `${++received}.eml`), text)
      callback()
    })
  },
})
server.listen(0, '127.0.0.1')
await once(server.server, 'listening')
// It listens on TCP, so its address is one.
process.send?.({ url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` })
const stop = () => server.close(() => process.exit(0))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
process.on('SIGINT', () => undefined)
