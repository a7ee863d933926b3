/** A piece of a file by HTTP, read and forgotten: many virtual displays load at once, and what they load is not used. */
import * as plain from 'node:http'
import * as secure from 'node:https'

/** One line for each that loads. */
const lines = { keepAlive: true, maxSockets: Infinity }
const agents = { plain: new plain.Agent(lines), secure: new secure.Agent(lines) }
/** A server that says nothing for so long has broken off. */
const patienceMs = 60_000

/** Answers how many bytes came; rejects when the server refuses, or breaks off. */
export function loadPiece(url: string, { token, start, end }: { token: string; start: number; end: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, range: `bytes=${start}-${end}` }
    const [ask, agent] = url.startsWith('https:') ? [secure.request, agents.secure] : [plain.request, agents.plain]
    const asked = ask(url, { agent, headers, timeout: patienceMs }, (answer) => {
      let bytes = 0
      answer.on('data', (part: Buffer) => (bytes += part.length))
      answer.on('error', reject)
      answer.on('end', () => (answer.statusCode === 206 ? resolve(bytes) : reject(new Error(`the server answered ${answer.statusCode}`))))
    })
    asked.on('timeout', () => asked.destroy(new Error('the server says nothing')))
    asked.on('error', reject).end()
  })
}
