/**
 * One OpenEPaperLink access point. It listens to what the access point says by UDP, asks for records now and then, and holds its stream only
 * while a campaign runs. What the access point is not asked for it does not tell, and much of what it tells is wrong: jobs.ts.
 */
import { lookup } from 'node:dns/promises'
import type { Driver, DriverSetup, HeardTag } from '../driver.ts'
import { createAdministration } from './administration.ts'
import { createConnection } from './connection.ts'
import { createDeviceClock } from './device-clock.ts'
import { lockNote, sleepNote } from './health.ts'
import { createHearing } from './hearing.ts'
import { createHeldStream } from './held-stream.ts'
import { createJobs, maxConcurrentHandovers } from './jobs.ts'
import { readSoon } from './schedule.ts'
import { createSession, isClosed, type Session } from './session.ts'
import { createTagReader } from './tag-reader.ts'
import { createTags } from './tags.ts'
import { createTypes } from './types.ts'
import { sharedUdpHub, type UdpHub } from './udp.ts'
import { createWatch } from './watch.ts'

const defaultSleepMinutes = 10

export interface Around {
  /** Where UDP packets come from. */
  udp?: UdpHub
  /** IP address of a host name. */
  resolve?: (host: string) => Promise<string>
  /** Whether the catalogue has a type. */
  isKnown?: (type: string) => boolean
}

const resolveHost = async (host: string) => (await lookup(host, { family: 4 })).address

/** A driver of the access point at an address; `busy` says whether something is being done that waits for no time to pass. Throws where the address is none. */
export function createDriver(setup: DriverSetup, { udp = sharedUdpHub(), resolve = resolveHost, isKnown }: Around = {}) {
  const session = createSession(setup)
  const parts = createParts(setup, session, { udp, resolve, isKnown })
  const { tags, jobs, deviceClock, stream, hearing, watch, connection } = parts
  const driver: Driver & { busy(): boolean } = {
    async open() {
      void connection.connect()
    },
    async close() {
      connection.close()
      jobs.close()
      hearing.close()
      watch.stop()
      deviceClock.close()
      stream.drop()
      session.http.close()
    },
    describe: () => session.health.describe(setup.address, tags.size(), session.reported),
    show: (show) => watch.begin(jobs.show(show)),
    blank: (show) => watch.begin(jobs.blank(show)),
    maxConcurrentHandovers: 2 * maxConcurrentHandovers,
    cancel: jobs.cancel,
    light: (light) => watch.begin(jobs.light(light)),
    campaign: stream.want,
    ...createAdministration(session, { setTime: deviceClock.set, lost: connection.lost }),
    busy: () => connection.busy() || session.http.busy() > 0 || jobs.busy(),
  }
  return driver
}

/** The parts of a driver, each told of the others what it needs. None of them does anything before the connection is opened. */
function createParts(
  { state, events }: DriverSetup,
  session: Session,
  { udp, resolve, isKnown }: Required<Pick<Around, 'udp' | 'resolve'>> & Around,
) {
  const { base, clock, link, health, reported, schedule, note } = session
  const types = createTypes(link, note, isKnown)
  const jobs = createJobs({
    link,
    state,
    definition: types.definition,
    events: { ended: events.ended, doubt: events.doubt, note },
    read(record) {
      schedule.at.sign = clock.now()
      tags.record(record)
    },
    refusal: (bytes) => health.refusal(bytes),
    failed: (error) => connection.failed(error),
  })
  const lookForAll = () => {
    for (const tag of jobs.tags()) jobs.later(tag)
  }
  const deviceClock = createDeviceClock(session, { hasStream: () => stream.isOpen(), restarted: lookForAll })
  const tags = createTags({
    state,
    clock,
    events: { doubt: events.doubt, note },
    restarted: jobs.restarted,
    lostClock: deviceClock.lost,
    idleSeconds: () => (reported.config?.maxsleep ?? defaultSleepMinutes) * 60,
    heard: (hwType, tag) => {
      readSoon(schedule)
      types.nameOf(hwType).then(
        (type) => {
          if (!isClosed(session)) events.heard({ ...tag, type } satisfies HeardTag)
        },
        () => undefined,
      )
    },
  })
  const reader = createTagReader(session, { tags, jobs, types, failed: (error) => connection.failed(error) })
  const hearing = createHearing(session, { udp, tags, jobs, reader, deviceClock })
  const stream = createHeldStream(session, { hear: hearing.message, interrupted: () => connection.work(reader.readAll) })
  const watch = createWatch(session, {
    setClock: deviceClock.set,
    readAll: reader.readAll,
    tagsUnderWay: jobs.tags,
    look: (tag) => jobs.look(tag).catch((error: unknown) => connection.failed(error)),
    work: (what) => connection.work(what),
  })
  const connection = createConnection(session, {
    async enter() {
      reported.info = await link.describe()
      reported.config = await link.config()
      reported.mac ??= await link.ownMac()
      hearing.listenTo(await resolve(base.hostname).catch(() => base.hostname))
      // Before its records are read: it draws nothing until it has a clock, and tells times by it.
      await deviceClock.set()
      await reader.readAll()
    },
    entered() {
      noteSettings(session)
      stream.resume()
      lookForAll()
      watch.plan()
    },
    left() {
      watch.stop()
      stream.drop()
    },
  })
  return { tags, jobs, deviceClock, stream, hearing, watch, connection }
}

/** Says what the shop should change in its settings. */
function noteSettings({ reported: { config }, noteFirstTime }: Session) {
  const sleep = sleepNote(config ?? {})
  if (sleep !== undefined) noteFirstTime(sleep)
  if (config?.lock !== 1) noteFirstTime(lockNote)
}
