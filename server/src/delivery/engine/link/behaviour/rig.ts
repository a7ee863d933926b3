/** What a scenario of the behaviour suite works with: drivers on the server's side and gateways on the other. */
import { downMessages } from '@endcap/gateway-link/messages'
import { shardCount } from '@endcap/gateway-link/topics'
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest'
import type { GatewayAddress, GatewayDriver, LinkEvent } from '../driver.ts'
import type { GatewayEnd, GatewaySide } from '../memory-driver.ts'
import { presence } from './samples.ts'

export interface LinkUnderTest {
  createDriver(): Promise<GatewayDriver>
  side: GatewaySide
  stop(): Promise<void>
}

/** A message as a gateway received it. */
export interface DownItem {
  name: string
  message: unknown
}

export interface Rig {
  /** A test that is skipped where the link is missing, unless everything is required. */
  scenario(title: string, run: () => Promise<void>): void
  /** A driver that serves these shards; what it tells gathers in `events`. The scenario's end closes it. */
  openDriver(shards?: readonly number[]): Promise<{ driver: GatewayDriver; events: LinkEvent[] }>
  /** Connects a gateway; what comes down to it gathers in `down`. The scenario's end breaks its line. */
  connect(gateway: GatewayAddress, session?: string): Promise<{ end: GatewayEnd; down: DownItem[] }>
}

export const allShards = Array.from({ length: shardCount }, (_, shard) => shard)

/** Makes the link before the first scenario of the surrounding suite and stops it after the last; `missing` says what its lack means. */
export function createRig(makeLink: () => Promise<LinkUnderTest | undefined>, missing: string): Rig {
  let link: LinkUnderTest | undefined
  const drivers: GatewayDriver[] = []
  const ends: GatewayEnd[] = []
  const theLink = () => {
    if (link === undefined) throw new Error(missing)
    return link
  }

  beforeAll(async () => {
    link = await makeLink()
  })
  afterEach(async () => {
    for (const driver of drivers.splice(0)) await driver.close()
    for (const end of ends.splice(0)) await end.breakOff()
  })
  afterAll(() => link?.stop())

  return {
    scenario: (title, run) =>
      test(title, async (context) => {
        if (link === undefined && process.env.ENDCAP_REQUIRE_ALL === undefined) context.skip(missing)
        await run()
      }),
    openDriver: async (shards = allShards) => {
      const driver = await theLink().createDriver()
      const events: LinkEvent[] = []
      driver.listen((event) => events.push(event))
      await driver.open()
      await driver.serve(shards)
      drivers.push(driver)
      return { driver, events }
    },
    connect: async (gateway, session = 'a') => {
      const down: DownItem[] = []
      const end = await theLink().side.connect(gateway, presence('offline', session), (name, message) => down.push({ name, message }))
      ends.push(end)
      return { end, down }
    },
  }
}

/** The events of one kind, in order. */
export const ofType = <T extends LinkEvent['type']>(events: readonly LinkEvent[], type: T) =>
  events.filter((event): event is Extract<LinkEvent, { type: T }> => event.type === type)

/** Waits until the check passes; a minute at most. */
export const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** The first acknowledgement that came down. */
export const firstAck = (down: readonly DownItem[]) => down.find((item) => item.name === 'ack')?.message

/** As `op` messages go down: the protocol lets `cancel` be missing, our drivers do not. */
const opMessage = downMessages.op.extend({ cancel: downMessages.op.shape.cancel.removeDefault() })
/** The messages with operations that came down, in order: ids of those to carry out, and of those to let go of. */
export const opMessages = (down: readonly DownItem[]) =>
  down
    .filter((item) => item.name === 'op')
    .map(({ message }) => {
      const { ops, cancel } = opMessage.parse(message)
      return { ops: ops.map(({ op }) => op), cancel }
    })
