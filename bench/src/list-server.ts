/**
 * A server of Node with HTTP, the driver `pg` and nothing else, for comparison with lists: it looks up a session by its key, runs the
 * statements that it was given last, one after the other, and answers their rows as JSON. Says its port.
 */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { fieldOf, textsOf } from './child.ts'
import { portOf } from './port-of.ts'

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', options: '-c jit=off' })
let statements: { text: string; values: (string | null)[] }[] = []

async function answer({ headers }: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
    .update(String(headers['access-token'] ?? ''))
    .digest('hex')
  const { rowCount } = await pool.query('select email from sessions where token_hash = $1 and expires_at > now()', [hash])
  const lists: unknown[] = []
  for (const { text, values } of statements) lists.push((await pool.query<Record<string, unknown>>(text, values)).rows)
  return JSON.stringify({ sessions: rowCount, lists })
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (text: string) => (body += text))
  request.on('end', () => {
    JSON.parse(body)
    answer(request).then(
      (text) => {
        const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
        response.writeHead(200, head).end(text)
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
}).listen(0, '127.0.0.1', () => process.send?.(portOf(server)))
process.on('message', (message) => {
  const given = fieldOf(message, 'statements')
  statements = (Array.isArray(given) ? given : []).map((one) => ({
    text: textsOf([fieldOf(one, 'text')])[0] ?? '',
    values: valuesOf(fieldOf(one, 'values')),
  }))
  process.send?.('ready')
})
process.on('disconnect', () => process.exit(0))

const valuesOf = (values: unknown) => (Array.isArray(values) ? values.map((one) => (one === null ? null : String(one))) : [])
