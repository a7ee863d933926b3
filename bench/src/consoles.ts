/**
 * 200 open consoles of a chain while prices change: what crosses the wire for each, and what the server computes for all of them. Each has the
 * push channel, says what it shows, and fetches the calls of its screen when it is told of a change, with the rests of the console
 * (console/src/app/changed.ts): it is played here, without a browser.
 */
import { connect, createServer } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { dashboardRestMs } from '@endcap/contract/dashboard'
import { administratorRoleId } from '@endcap/contract/privileges'
import { changeRestMs, pushMessage, type StoreChange } from '@endcap/contract/push'
import { todayRestMs } from '@endcap/contract/today'
import { chain } from './chain.ts'
import { portOf } from './port-of.ts'
import type { Figure } from './report.ts'
import { openSession, type BenchSystem } from './system.ts'

const consoles = 200
/** An account has 100 channels at most. */
const accounts = 4
/** What is open before it is counted: screens have fetched once. */
const settleMs = 20_000
const countedMs = 60_000
/** Prices that change meanwhile, each in another store: as many as 430,000 a day. */
const changesASecond = 5
/** Lists of stores have figures of all stores; the console lets them rest as long (`overviewRestMs`). */
const overviewRestMs = 10_000

type Client = BenchSystem['client']
interface Call {
  /** Changes that have it fetched again. */
  of: readonly StoreChange[]
  restMs: number
  send: (client: Client) => Promise<unknown>
}
interface Screen {
  /** Empty: of all stores. */
  storeCode: string
  calls: readonly Call[]
}

const first: Screen = {
  storeCode: '',
  calls: [
    {
      of: ['stores', 'tags', 'products', 'gateways', 'servers'],
      restMs: dashboardRestMs,
      send: (client) => client.dashboard.data({ query: { t: String(Date.now()) } }),
    },
    {
      of: ['stores', 'tags', 'products', 'gateways', 'files', 'displays'],
      restMs: todayRestMs,
      send: (client) => client.today.causes({ query: {} }),
    },
  ],
}
const stores: Screen = {
  storeCode: '',
  calls: [
    {
      of: ['stores', 'tags', 'products', 'gateways'],
      restMs: overviewRestMs,
      send: (client) => client.stores.gatewayOverview({ params: {}, body: { length: 25 } }),
    },
  ],
}
const tagsOf = (storeCode: string): Screen => ({
  storeCode,
  calls: [
    { of: ['tags'], restMs: changeRestMs, send: (client) => client.tags.search({ params: { storeCode }, body: { length: 25 } }) },
    { of: ['tags'], restMs: changeRestMs, send: (client) => client.tags.counts({ params: { storeCode } }) },
  ],
})
const productsOf = (storeCode: string): Screen => ({
  storeCode,
  calls: [
    { of: ['products'], restMs: changeRestMs, send: (client) => client.products.search({ params: { storeCode }, body: { length: 25 } }) },
  ],
})
/** One in four at each of these; those of a store at stores whose prices change. */
const screens = (store: string): Screen[] => [first, stores, tagsOf(store), productsOf(store)]

/** Passes everything on to the server and counts it. */
async function startCounting(target: number) {
  let bytes = 0
  const server = createServer((caller) => {
    const upstream = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [caller, upstream],
      [upstream, caller],
    ] as const) {
      from.on('data', (data) => {
        bytes += data.length
        to.write(data)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: portOf(server), bytes: () => bytes, stop: () => server.close() }
}

/** Opens one; it goes on until the socket is closed. */
function openConsole(url: string, session: Session, { storeCode, calls }: Screen): WebSocket {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/push`)
  const due = new Map<Call, { fetchedAt: number; timer: NodeJS.Timeout | undefined }>()
  const fetch = (call: Call) => {
    due.set(call, { fetchedAt: Date.now(), timer: undefined })
    call.send(session.client).catch((error: unknown) => console.error(error))
  }
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ accessToken: session.accessToken, accessEmail: session.email }))
    for (const call of calls) fetch(call)
  })
  // With the first word of the server, as the console: what is said before it is not heard.
  const watch = JSON.stringify({ watch: [{ storeCode, changes: [...new Set(calls.flatMap((call) => call.of))] }] })
  socket.addEventListener('message', () => socket.send(watch), { once: true })
  socket.addEventListener('message', ({ data }) => {
    const message = pushMessage.parse(JSON.parse(String(data)))
    if (message.type !== 2) return
    const { changes } = message.msg
    for (const call of calls) {
      const state = due.get(call)
      if (state === undefined || state.timer !== undefined || !call.of.some((change) => changes.includes(change))) continue
      state.timer = setTimeout(() => fetch(call), Math.max(0, state.fetchedAt + call.restMs - Date.now()))
    }
  })
  socket.addEventListener('close', () => {
    for (const { timer } of due.values()) clearTimeout(timer)
  })
  return socket
}

type Session = Awaited<ReturnType<typeof openSession>>
/** A session of a new administrator, who has chosen a password. */
async function addSession(client: Client, url: string, number: number): Promise<Session> {
  const email = `person${number}@endcap.example`
  const [oldPassword, password] = [`bench-person-${number}-1`, `bench-person-${number}-2`]
  const body = { email, name: `Person ${number}`, password: oldPassword, role_id: administratorRoleId, enableWholeStore: true, store: [] }
  await client.members.create({ body })
  await (await openSession(url, { email, password: oldPassword })).client.session.changePassword({ body: { oldPassword, password } })
  return await openSession(url, { email, password })
}

/** Of a chain that is there. */
export async function benchConsoles(system: BenchSystem): Promise<Figure[]> {
  const counting = await startCounting(Number(new URL(system.url).port))
  const url = `http://127.0.0.1:${counting.port}`
  const sessions = await Promise.all(Array.from({ length: accounts }, (_, number) => addSession(system.client, url, number)))
  const open: WebSocket[] = []
  for (let number = 0; number < consoles; number++) {
    // Of each account some at every screen.
    const screen = screens(`C${1 + (number % 40)}`)[Math.floor(number / accounts) % 4]
    const session = sessions[number % accounts]
    if (screen !== undefined && session !== undefined) open.push(openConsole(url, session, screen))
    // Not all in one moment, as people come.
    await wait(25)
  }
  let changes = 0
  const changing = setInterval(() => {
    const [storeCode, prCode] = [`C${1 + (changes % (chain.stores - 1))}`, `changed${changes % 50}`]
    const productList = [{ prCode, prInfo: [prCode, `Product ${changes % 50}`, '', String(100 + changes)] }]
    changes++
    system.client.products.save({ body: { storeCode, productList } }).catch((error: unknown) => console.error(error))
  }, 1000 / changesASecond)
  await wait(settleMs)
  const [bytes, computed] = [counting.bytes(), system.computed()]
  await wait(countedMs)
  const seconds = countedMs / 1000
  const perTab = (counting.bytes() - bytes) / consoles / seconds / 1000
  const share = ((system.computed() - computed) / seconds) * 100
  clearInterval(changing)
  for (const socket of open) socket.close()
  counting.stop()
  const words = `${consoles} open consoles, 1,600 stores, 1,700,000 tags, ${changesASecond} prices a second`
  return [
    { what: `${words}: through the wire for each, both ways`, value: perTab, unit: 'kB/s', budget: { maximum: 5 } },
    { what: `${words}: the server computes`, value: share, unit: '% of a core', budget: { maximum: 30 } },
  ]
}
