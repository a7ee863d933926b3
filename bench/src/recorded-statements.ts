/**
 * The SQL of a list by itself: a server reaches PostgreSQL through a proxy that writes down its statements with their parameters, and a bare
 * connection sends the same bytes again. What every call asks beside its list, such as who the caller is, is left out. The server is to do
 * nothing but answer: what an engine or a job asks meanwhile would count as the list's.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Recording {
  /** The database for the server whose statements are recorded. */
  url: string
  /** Calls the list; answers its statements, and what runs them alone. */
  record(list: () => Promise<unknown>): Promise<{ statements: readonly Statement[]; run: () => Promise<void> }>
  stop(): Promise<void>
}

/** One statement as the driver sends it, up to where it waits for the answer. */
export interface Statement {
  text: string
  values: readonly (string | null)[]
  bytes: Buffer
}

const socketName = '.s.PGSQL.5432'
/** What calls ask beside their list, and what runs by itself. */
const beside =
  /\b(sessions|accounts|account_stores|roles|leases|settings|servers|aliases|pg_[a-z_]+)\b|^(insert|update|delete|begin|commit|rollback)/i
const calls = 3

export async function startRecording(databaseUrl: string): Promise<Recording> {
  const target = join(new URL(databaseUrl).searchParams.get('host') ?? '', socketName)
  const folder = mkdtempSync(join(tmpdir(), 'endcap-record-'))
  let heard: Statement[] = []
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(target)
    const read = createReader((statement) => void heard.push(statement))
    for (const socket of [client, database]) sockets.add(socket.on('error', () => undefined))
    client.on('data', read).pipe(database).pipe(client)
  }).listen(join(folder, socketName))
  await once(server, 'listening')
  const bare = await connectBare(target)
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    record: async (list) => {
      const rounds: Statement[][] = []
      for (let round = 0; round < calls; round++) {
        heard = []
        await list()
        rounds.push(heard.filter(({ text }) => !beside.test(text)))
      }
      const own = rounds.at(-1)?.filter(({ text }) => rounds.every((one) => one.some((statement) => statement.text === text))) ?? []
      if (own.length === 0) throw new Error('No statement of the list was recorded')
      return {
        statements: own,
        run: async () => {
          for (const { bytes } of own) await bare.run(bytes)
        },
      }
    },
    stop: async () => {
      bare.end()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Takes what a driver sends apart into statements: from Parse to Sync. */
function createReader(onStatement: (statement: Statement) => void) {
  let rest: Buffer = Buffer.alloc(0)
  let [begun, parts, text]: [boolean, Buffer[], string | undefined] = [false, [], undefined]
  let values: readonly (string | null)[] = []
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      // The first message of a connection has no letter.
      const start = begun ? 1 : 0
      if (rest.length < start + 4) return
      const end = start + rest.readUInt32BE(start)
      if (rest.length < end) return
      const message = rest.subarray(0, end)
      rest = rest.subarray(end)
      if (!begun) {
        begun = true
        continue
      }
      const kind = String.fromCharCode(message[0] ?? 0)
      parts.push(Buffer.from(message))
      // Behind its letter and length: the name of the statement, then its text.
      if (kind === 'P') {
        const name = message.indexOf(0, 5)
        text = message.toString('utf8', name + 1, message.indexOf(0, name + 1))
      }
      if (kind === 'B') values = valuesOf(message)
      // A statement without parameters is a message of its own.
      if (kind === 'Q') text = message.toString('utf8', 5, message.indexOf(0, 5))
      if (kind !== 'S' && kind !== 'Q') continue
      if (text !== undefined) onStatement({ text, values, bytes: Buffer.concat(parts) })
      parts = []
      text = undefined
      values = []
    }
  }
}

/** The parameters of a Bind message, as text: behind the names of portal and statement and the formats. */
function valuesOf(message: Buffer): (string | null)[] {
  let at = message.indexOf(0, message.indexOf(0, 5) + 1) + 1
  at += 2 + 2 * message.readUInt16BE(at)
  const count = message.readUInt16BE(at)
  at += 2
  const values: (string | null)[] = []
  while (values.length < count) {
    const length = message.readInt32BE(at)
    at += 4
    values.push(length < 0 ? null : message.toString('utf8', at, at + length))
    at += Math.max(0, length)
  }
  return values
}

/** A connection that sends bytes and waits until the database is ready again. */
async function connectBare(path: string): Promise<{ run: (bytes: Buffer) => Promise<void>; end: () => void }> {
  const socket = connect(path)
  let ready: () => void = () => undefined
  let failed: (error: Error) => void = () => undefined
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      const kind = String.fromCharCode(rest[0] ?? 0)
      if (kind === 'E') failed(new Error(rest.toString('utf8', 5, end)))
      if (kind === 'Z') ready()
      rest = rest.subarray(end)
    }
  })
  const run = async (bytes: Buffer) => {
    const done = Promise.withResolvers<void>()
    ready = done.resolve
    failed = done.reject
    socket.write(bytes)
    await done.promise
  }
  const parameters = Buffer.from('user\0postgres\0database\0postgres\0options\0-c jit=off\0\0')
  const startUp = Buffer.alloc(8)
  startUp.writeUInt32BE(8 + parameters.length, 0)
  startUp.writeUInt32BE(196_608, 4)
  await run(Buffer.concat([startUp, parameters]))
  return { run, end: () => void socket.destroy() }
}
