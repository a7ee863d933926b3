/**
 * A running bridge: asks the server what it is to serve, and has a unit for each access point. Goes on with what it last knew while the
 * server is away.
 */
import { createHash } from 'node:crypto'
import { systemClock, type Clock } from './clock.ts'
import { createStoredWork, type StoredWork } from './stored-work.ts'
import { messageOf } from './thrown.ts'
import { createQuestions } from './runtime/questions.ts'
import { createServing, type ServingParts } from './runtime/serving.ts'
import { createServerApi, TokenEnded, type Report } from './server-api.ts'

export interface BridgeParts extends Omit<ServingParts, 'clock'> {
  /** What devices and their drivers go by; pauses between calls to the server do not. */
  clock?: Clock
  /** The server does not know this bridge any more. */
  onRemoved(): void
}

const flushMs = 200
/** Pauses while the server does not answer, milliseconds. */
const retry = { first: 1000, longest: 15_000 }
/** Problems that a report has room for, and their length. */
const problems = { count: 20, length: 300 }
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

export type RunningBridge = ReturnType<typeof startBridge>

/** Starts a bridge: it serves what it knew last, and asks the server for news, until `stop`. */
export function startBridge({ config, families, version, clock = systemClock, log, onRemoved }: BridgeParts) {
  const serving = createServing({ config, families, version, clock, log })
  const storedWork = createStoredWork(config.dataFolder)
  const api = createServerApi(config)
  const questions = createQuestions({ families, api })
  let known: StoredWork = storedWork.read() ?? { accessPoints: [], mqtt: { url: null, port: null, securePort: null } }
  let revision = ''
  let stopping = false
  let changing = Promise.resolve()

  /** One change after the other. */
  const followNext = () => (changing = changing.then(() => (stopping ? undefined : serving.follow(known))))

  const report = (): Report => ({
    version,
    revision,
    have: Object.fromEntries(known.accessPoints.map((one) => [one.gwMac, hash(one.secret)])),
    problems: [...families.problems(), ...serving.problems()].slice(0, problems.count).map((text) => text.slice(0, problems.length)),
    signPort: families.signPort(),
  })

  async function synchronise() {
    const work = await api.sync(report())
    const secrets = new Map(known.accessPoints.map((one) => [one.gwMac, one.secret]))
    const accessPoints = work.accessPoints.map((one) => ({ ...one, secret: one.secret ?? secrets.get(one.gwMac) ?? '' }))
    const next = { accessPoints, mqtt: work.mqtt }
    if (JSON.stringify(next) !== JSON.stringify(known)) {
      known = next
      storedWork.keep(known)
    }
    revision = work.revision
    for (const request of work.requests) void questions.answer(request)
    await followNext()
  }

  async function keepInSync() {
    let pause = retry.first
    while (!stopping) {
      try {
        await synchronise()
        pause = retry.first
      } catch (error) {
        if (stopping) return
        if (error instanceof TokenEnded) {
          log('The server does not know this bridge any more: its token was renewed, or it was removed.')
          onRemoved()
        } else log(`The server cannot be asked: ${messageOf(error)}. What is known goes on.`)
        await new Promise((resolve) => setTimeout(resolve, pause).unref())
        pause = Math.min(retry.longest, pause * 2)
      }
    }
  }

  const flushing = setInterval(serving.flush, flushMs)
  const started = followNext().then(() => void keepInSync())
  return {
    /** What is known is served. */
    started,
    units: serving.units,
    async stop() {
      stopping = true
      clearInterval(flushing)
      await changing.catch(() => undefined)
      await serving.close()
      await families.close()
    },
  }
}
