/** The engine with gateways played by hand: real database, real rendering, messages over the memory link. */
import type { DownMessage, Operation, OpResult, Reading, Sighting, UpMessage } from '@endcap/gateway-link/messages'
import { sampleSighting, sampleStatus } from '@endcap/gateway-link/samples'
import { startEngine, type Engine } from '../delivery/engine/engine.ts'
import { createMemoryLink, type GatewayEnd } from '../delivery/engine/link/memory-driver.ts'
import { insertGateway } from '../chain/gateways/gateways.queries.ts'
import { createLabelRenderer } from '../labels/rendering/render-loop.ts'
import type { TestContext } from './test-context.ts'

/** Shorter than the engine's patience with a silent gateway. */
const stepSeconds = 150

export interface TestGateway {
  gwMac: string
  /** Comes (back) online; another session means a restart. */
  online(session?: string): Promise<void>
  /** The broker tells that the line is gone. */
  breakOff(): Promise<void>
  /** Says nothing more as time passes, without a goodbye. */
  fallSilent(): void
  /** `more`: what is not as it should be. */
  sendStatus(more?: Partial<UpMessage<'status'>>): Promise<void>
  /** Reports tags it hears. */
  hear(...sightings: (Pick<Sighting, 'tag'> & Partial<Sighting>)[]): Promise<void>
  /** Reports sensors it hears; `clock`: its own, epoch seconds, where it is wrong. */
  sense(readings: (Pick<Reading, 'sensor'> & Partial<Reading>)[], clock?: number): Promise<void>
  report(operation: Operation, outcome: OpResult['outcome'], more?: Partial<OpResult>): Promise<void>
  /** The operations handed to it since the last call. */
  taken(): Operation[]
  /** The operations it was told to leave since the last call. */
  cancelled(): string[]
  /** What came down since the last call, in its order: `show 1000`, `cancel 1000`. */
  orders(): string[]
  /** Answers that it has let go of these operations. */
  letGo(...opIds: string[]): Promise<void>
  /** What it was asked to do since the last call. */
  asked(): DownMessage<'request'>[]
  /** What it was told to be set to since the last call. */
  settings(): DownMessage<'config'>[]
  /** Called with each request as it comes, such as to answer it. */
  onAsked(answer: ((request: DownMessage<'request'>) => void) | undefined): void
  reply(message: UpMessage<'reply'>): Promise<void>
  sendLog(message: UpMessage<'log'>): Promise<void>
}
export interface TestEngine {
  engine: Engine
  gateway(storeCode: string, gwMac: string): Promise<TestGateway>
  /** One that is registered already, such as by another engine. */
  reach(storeCode: string, gwMac: string): Promise<TestGateway>
  /**
   * Lets time pass: gateways that are online send their status, and the engine does what is due. `step`: so many seconds at once, where hours
   * pass in which nothing is to happen.
   */
  pass(seconds: number, step?: number): Promise<void>
  stop(): Promise<void>
}

export async function createTestEngine({ context, clock }: TestContext): Promise<TestEngine> {
  const link = createMemoryLink()
  const { work } = createLabelRenderer(context, 'test')
  const render = context.jobs.start({ name: 'render', everyMs: 1000, wakesOn: ['operations'], work })
  const gateways = await startEngine({ context, holder: 'test', driver: link.createDriver() })
  const engine: Engine = {
    ...gateways,
    settle: async () => {
      let worked = false
      for (let turn = 0, goesOn = true; turn < 3 && goesOn; turn++) {
        await render.settle()
        goesOn = await gateways.settle()
        worked ||= goesOn
      }
      return worked
    },
    stop: async () => {
      await render.stop()
      await gateways.stop()
    },
  }
  /** Sends the status of the gateways that are online. */
  const speaking = new Map<string, () => Promise<void>>()
  const seconds = () => clock.now().getTime() / 1000

  async function gateway(storeCode: string, gwMac: string): Promise<TestGateway> {
    const { dataChannel, eventChannel, channelGroupIndex } = calm
    await insertGateway(context.db, { storeCode, gwMac, gwIndex: 0, ip: '', dataChannel, eventChannel, channelGroupIndex }, '')
    return reach(storeCode, gwMac)
  }

  async function reach(storeCode: string, gwMac: string): Promise<TestGateway> {
    const operations: Operation[] = []
    const cancelled: string[] = []
    const orders: string[] = []
    let session = 'a'
    let seq = 0
    const presence = (state: 'online' | 'offline') => ({ v: 1, state, session, at: seconds() })
    const requests: DownMessage<'request'>[] = []
    const configs: DownMessage<'config'>[] = []
    let onAsked: ((request: DownMessage<'request'>) => void) | undefined
    const takeDown = (name: string, message: unknown) => {
      if (name === 'request') {
        requests.push(message as DownMessage<'request'>)
        onAsked?.(message as DownMessage<'request'>)
      }
      if (name === 'config') configs.push(message as DownMessage<'config'>)
      if (name !== 'op') return
      const { ops, cancel } = message as DownMessage<'op'>
      operations.push(...ops)
      cancelled.push(...cancel)
      orders.push(...cancel.map((op) => `cancel ${op}`), ...ops.map(({ op }) => `show ${op}`))
    }
    let end: GatewayEnd = await link.side.connect({ storeCode, gwMac }, presence('offline'), takeDown)
    const publish = async (...message: Parameters<GatewayEnd['publish']>) => {
      await end.publish(...message)
      await engine.settle()
    }
    const one: TestGateway = {
      gwMac,
      online: async (next = session) => {
        session = next
        end = await link.side.connect({ storeCode, gwMac }, presence('offline'), takeDown)
        speaking.set(gwMac, () => end.publish('status', { ...calm, at: seconds() }))
        await publish('presence', presence('online'), true)
      },
      breakOff: async () => {
        speaking.delete(gwMac)
        await end.breakOff()
        await engine.settle()
      },
      fallSilent: () => void speaking.delete(gwMac),
      sendStatus: (more = {}) => publish('status', { ...calm, at: seconds(), ...more }),
      hear: (...sightings) =>
        publish('seen', { session, seq: ++seq, tags: sightings.map((sighting) => ({ ...sampleReport, at: seconds(), ...sighting })) }),
      sense: (readings, clock = seconds()) =>
        publish('sensor', { session, seq: ++seq, clock, readings: readings.map((reading) => ({ ...chilled, at: clock, ...reading })) }),
      report: ({ op, tag }, outcome, more = {}) =>
        publish('op', { session, seq: ++seq, results: [{ op, tag, outcome, at: seconds(), ...more }] }),
      taken: () => operations.splice(0),
      cancelled: () => cancelled.splice(0),
      orders: () => orders.splice(0),
      asked: () => requests.splice(0),
      settings: () => configs.splice(0),
      onAsked: (answer) => void (onAsked = answer),
      reply: (message) => publish('reply', message),
      sendLog: (message) => publish('log', message),
      letGo: (...opIds) =>
        publish('op', { session, seq: ++seq, results: opIds.map((op) => ({ op, outcome: 'cancelled', at: seconds() })) }),
    }
    return one
  }

  return {
    engine,
    gateway,
    reach,
    pass: async (total, step = stepSeconds) => {
      for (let left = total; left > 0; left -= step) {
        clock.advance(Math.min(left, step))
        for (const sendStatus of speaking.values()) await sendStatus()
        await engine.settle()
      }
    },
    stop: () => engine.stop(),
  }
}

const calm = { ...sampleStatus, tagCount: 1, memory: 40, services: [{ name: 'gmp', running: true }] }
const chilled: Omit<Reading, 'sensor' | 'at'> = {
  type: 'CHILLER',
  value: 4,
  operation: 'REPORT',
  rssi: -50,
  battery: 3,
  version: '1',
  period: 60,
}
const sampleReport = { ...sampleSighting, battery: 3, updates: 0 }
