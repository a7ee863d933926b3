/** A mail server on this machine for tests, which hands over every mail that it is sent. */
import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { listeningPort } from '../platform/base/listening-port.ts'

export const createMailServer = (take: (mail: string) => void, options: SMTPServerOptions = {}): SMTPServer =>
  new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        take(text)
        callback()
      })
    },
    ...options,
  })

/** Starts it, at any free port unless the call names one; answers the port. */
export async function listenForMail(server: SMTPServer, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return listeningPort(server.server)
}
