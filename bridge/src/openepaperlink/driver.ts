/**
 * One OpenEPaperLink access point. It listens to what the access point says by UDP, asks for records now and then, and holds its stream only
 * while a campaign runs. What the access point is not asked for it does not tell, and much of what it tells is wrong: jobs.ts.
 */
import { sayOfDevice } from '@endcap/contract/device-words'
import { lookup } from 'node:dns/promises'
import { DriverError, type Driver, type DriverSetup, type HeardTag } from '../driver.ts'
import type { Packet } from './codec/packets.ts'
import { firstSaneEpoch, type StreamMessage, type SystemFigures, type TagRecord } from './codec/records.ts'
import { createHealth, lockNote, sleepNote, type Told } from './health.ts'
import { baseOf, CallError, createHttp } from './http.ts'
import { createJobs, handedAtOnce } from './jobs.ts'
import { createLink } from './link.ts'
import { openStream, peek } from './stream.ts'
import { createTags } from './tags.ts'
import { createTypes } from './types.ts'
import { sharedUdpHub, type UdpHub } from './udp.ts'

const second = 1000
/** It looks around no more often than this, and in between when something is due. */
const watchMs = 20 * second
/** Records are read this often: rarely where the access point's packets arrive, which tell the same; else less and less while none do. */
const readMs = { heard: 15 * 60 * second, first: 60 * second, last: 10 * 60 * second }
/** What is under way is looked for by and by: a tag that has not called for an hour will not call within a minute. */
const lookMs = { heard: 60 * second, first: watchMs, last: 10 * 60 * second }
const slower = 1.5
/** It is asked for a sign of life this often: while something is under way, and else. */
const signMs = { busy: 60 * second, idle: 5 * 60 * second }
const busyMs = 15 * 60 * second
const clockMs = 60 * 60 * second
const longestPauseMs = 60 * second
/** A clock that will not be set is tried again after so long. */
const clockAgainMs = 10 * second
/** A restart takes it a few seconds. */
const rebootMs = 60 * second
const defaultSleepMinutes = 10
/** Records of tags that were not in its list, waiting to be read. */
const mostUnread = 50
/** Channels of its radio; 0 lets it choose. */
const channels = { first: 11, last: 26 }

export interface Around {
  /** Where UDP packets come from. */
  udp?: UdpHub
  /** IP address of a host name. */
  resolve?: (host: string) => Promise<string>
  /** Whether the catalogue has a type. */
  isKnown?: (type: string) => boolean
}

const resolveHost = async (host: string) => (await lookup(host, { family: 4 })).address
const plain = (error: unknown) => (error instanceof Error ? error.message : 'It failed')

export function createDriver(setup: DriverSetup, around: Around = {}): Driver & { busy(): boolean } {
  const { state, clock, events } = setup
  const { udp = sharedUdpHub(), resolve = resolveHost, isKnown } = around
  const base = baseOf(setup.address)
  const http = createHttp(base, clock)
  const link = createLink(http)
  const health = createHealth((name, problem) => (closed ? undefined : events.state(name, ...(problem === undefined ? [] : [problem]))))
  const types = createTypes(link, note, isKnown)
  const noted = new Set<string>()
  const unread = new Set<string>()
  const timers = { connect: () => undefined as void, watch: () => undefined as void, stream: () => undefined as void }
  const told: Told = { info: undefined, config: undefined, mac: undefined }
  let deaf: (() => void) | undefined
  let stream: { close(): void } | undefined
  let peeked: { close(): void } | undefined
  let [closed, connecting, campaign, working] = [false, false, false, 0]
  const at = { packet: -Infinity, read: -Infinity, clock: -Infinity, sign: -Infinity, look: -Infinity, work: -Infinity }
  const pause = { read: readMs.first, look: lookMs.first }
  const failures = { connect: 0, stream: 0 }

  const jobs = createJobs({
    link,
    state,
    definition: types.definition,
    events: { ended: events.ended, doubt: events.doubt, note },
    read(record) {
      at.sign = clock.now()
      tags.record(record)
    },
    closed: (bytes) => health.refusal(bytes),
    failed,
  })
  const tags = createTags({
    state,
    clock,
    events: { doubt: events.doubt, note },
    restarted: jobs.restarted,
    lostClock,
    idleSeconds: () => (told.config?.maxsleep ?? defaultSleepMinutes) * 60,
    heard: (hwType, tag) => {
      pause.read = readMs.first
      types.nameOf(hwType).then(
        (type) => {
          if (!closed) events.heard({ ...tag, type } satisfies HeardTag)
        },
        () => undefined,
      )
    },
  })

  // ---- what it says to the bridge

  function note(text: string) {
    if (!closed) events.note(text)
  }
  function noteOnce(text: string) {
    if (!noted.has(text)) note(text)
    noted.add(text)
  }

  // ---- connection

  async function connect(): Promise<void> {
    if (connecting || closed) return
    connecting = true
    timers.connect()
    working++
    try {
      told.info = await link.describe()
      told.config = await link.config()
      told.mac ??= await link.ownMac()
      listenTo(await resolve(base.hostname).catch(() => base.hostname))
      // Before its records are read: it draws nothing until it has a clock, and tells times by it.
      await setTime()
      await readAll()
      if (closed) return
      failures.connect = 0
      health.up()
      noteSettings()
      if (campaign) holdStream()
      for (const tag of jobs.tags()) jobs.later(tag)
      watchLater()
    } catch (error) {
      lost(error)
    } finally {
      working--
      connecting = false
    }
  }
  function lost(error: unknown) {
    if (closed) return
    health.down(plain(error), error instanceof CallError && error.kind !== 'offline')
    timers.watch()
    dropStream()
    const pause = Math.min(longestPauseMs, second * 2 ** Math.min(10, failures.connect++))
    timers.connect()
    timers.connect = clock.after(pause, () => void connect())
  }
  /** A call failed somewhere: only where the access point is gone that says something of it. */
  function failed(error: unknown) {
    if (closed || !health.isUp()) return
    if (error instanceof CallError && error.kind === 'offline') lost(error)
    else if (!(error instanceof DriverError)) noteOnce(plain(error))
  }
  function listenTo(address: string) {
    deaf?.()
    deaf = udp.listen(address, hearPacket)
    const why = udp.problem()
    if (why !== undefined) noteOnce(`${why}: the access point is asked instead`)
  }
  function noteSettings() {
    const sleep = sleepNote(told.config ?? {})
    if (sleep !== undefined) noteOnce(sleep)
    if (told.config?.lock !== 1) noteOnce(lockNote)
  }

  /** It draws nothing until it has a clock. One that takes none must have the internet for it. */
  async function setTime(): Promise<void> {
    at.clock = clock.now()
    try {
      await link.setTime(clock.now() / 1000)
    } catch (error) {
      if (!(error instanceof CallError) || error.kind === 'offline') throw error
      noteOnce('It takes no time from here: it needs the internet for its clock')
    }
    // Figures come by its stream alone, at once when the time is set, and else within 5 s. Without a stream less is known of it.
    peeked?.close()
    if (stream === undefined && !closed) peeked = peek(base, clock, sendTime, takeFigures)
  }
  /** It started again without anybody noticing: without a clock it draws nothing. */
  function lostClock() {
    if (!health.isUp() || clock.now() - at.clock < clockAgainMs) return
    at.clock = clock.now()
    sendTime()
    // What waited there for tags is gone as well.
    for (const tag of jobs.tags()) jobs.later(tag)
  }
  const sendTime = () => void link.setTime(clock.now() / 1000).catch(() => undefined)
  function takeFigures(figures: SystemFigures) {
    if (!closed && !health.take(figures, clock.now())) lostClock()
  }

  /** Reads all records: those that its list reaches, and one by one those that are known from before. */
  async function readAll(): Promise<void> {
    at.read = clock.now()
    const { tags: list, dropped, more } = await link.tags()
    at.sign = clock.now()
    if (dropped > 0) noteOnce(`${dropped} records of its tags cannot be read`)
    for (const record of list) take(record)
    if (!more) return
    noteOnce('It has more tags than its list can tell: the others are known once they have been heard')
    const listed = new Set(list.map((record) => record.mac))
    for (const mac of tags.remembered()) {
      if (listed.has(mac) || closed) continue
      const record = await link.tag(mac)
      if (record !== undefined) take(record)
    }
  }
  function take(record: TagRecord) {
    tags.record(record)
    jobs.noticed(record)
    if (record.hwType !== undefined && record.elsewhere === undefined) void types.check(record.hwType)
  }

  // ---- what it says

  /** Anybody may send packets of made-up tags: the others are read when they are heard again. */
  function readOne(mac: string) {
    if (unread.size >= mostUnread || unread.has(mac)) return
    unread.add(mac)
    jobs
      .look(mac)
      .catch(failed)
      .finally(() => unread.delete(mac))
  }
  function hearPacket(packet: Packet) {
    if (closed) return
    at.packet = clock.now()
    at.sign = clock.now()
    if (packet.kind === 'check-in') {
      const { mac } = packet.checkIn
      tags.checkIn(packet.checkIn)
      // Its record is what the list could not reach.
      if (health.isUp() && tags.get(mac) === undefined) readOne(mac)
    }
    if (packet.kind === 'complete') jobs.later(packet.mac)
    if (packet.kind === 'sync' && packet.sync.lastSeen < firstSaneEpoch && packet.sync.mode === 'status') lostClock()
    if (packet.kind === 'timeout') jobs.timedOut(packet.mac)
  }
  function hearMessage(message: StreamMessage) {
    if (closed) return
    at.sign = clock.now()
    if (message.kind === 'tags') for (const record of message.tags) take(record)
    if (message.kind === 'system') takeFigures(message.figures)
    if (message.kind === 'error') note(`The access point says: ${message.text}`)
  }
  function holdStream() {
    if (stream !== undefined || !health.isUp() || closed) return
    timers.stream()
    let began = false
    stream = openStream({
      base,
      clock,
      hear(message) {
        if (!began) failures.stream = 0
        began = true
        hearMessage(message)
      },
      ended() {
        stream = undefined
        if (!campaign || closed || !health.isUp()) return
        // What it would have told meanwhile is read, and the stream is opened anew: it ends when much happens at once.
        work(readAll)
        timers.stream = clock.after(Math.min(longestPauseMs, second * 2 ** Math.min(10, failures.stream++)), holdStream)
      },
    })
  }
  function dropStream() {
    timers.stream()
    stream?.close()
    stream = undefined
  }

  // ---- watching

  function work(what: () => Promise<void>) {
    working++
    what()
      .catch((error: unknown) => (health.isUp() ? lost(error) : undefined))
      .finally(() => {
        working--
      })
  }
  const isHeard = () => clock.now() - at.packet < readMs.heard
  /** When to do what next. */
  const due = () => ({
    clock: at.clock + clockMs,
    read: at.read + (isHeard() ? readMs.heard : pause.read),
    look: jobs.tags().length === 0 ? Infinity : at.look + (isHeard() ? Math.max(pause.look, lookMs.heard) : pause.look),
    sign: at.sign + (clock.now() - at.work < busyMs ? signMs.busy : signMs.idle),
  })
  function watchLater() {
    timers.watch()
    timers.watch = clock.after(Math.max(watchMs, Math.min(...Object.values(due())) - clock.now()), () => {
      work(watch)
      watchLater()
    })
  }
  async function watch(): Promise<void> {
    if (!health.isUp() || closed) return
    const now = clock.now()
    const next = due()
    if (now >= next.clock) await setTime()
    if (now >= next.read) {
      pause.read = Math.min(readMs.last, pause.read * slower)
      await readAll()
    }
    if (now >= next.look) {
      at.look = now
      pause.look = Math.min(lookMs.last, pause.look * slower)
      await Promise.all(jobs.tags().map((tag) => jobs.look(tag).catch(failed)))
    }
    if (now >= next.sign && at.sign < now) {
      told.info = await link.describe()
      at.sign = clock.now()
    }
  }

  /** Something new is under way: it is looked for soon. */
  function begin<T>(work: Promise<T>): Promise<T> {
    at.work = clock.now()
    at.look = clock.now()
    pause.look = lookMs.first
    return work.finally(() => {
      if (health.isUp() && !closed) watchLater()
    })
  }
  async function checked(): Promise<void> {
    try {
      told.info = await link.describe()
    } catch (error) {
      throw new DriverError(plain(error), { retryable: true })
    }
  }
  const asDriverError = (error: unknown) => (error instanceof DriverError ? error : new DriverError(plain(error), { retryable: true }))

  return {
    async open() {
      void connect()
    },
    async close() {
      closed = true
      jobs.close()
      deaf?.()
      for (const forget of Object.values(timers)) forget()
      peeked?.close()
      dropStream()
      http.close()
    },
    describe: () => health.describe(setup.address, tags.size(), told),
    show: (show) => begin(jobs.show(show)),
    blank: (show) => begin(jobs.blank(show)),
    handedAtOnce: 2 * handedAtOnce,
    cancel: jobs.cancel,
    light: (light) => begin(jobs.light(light)),
    linkCheck: checked,
    campaign(underWay) {
      campaign = underWay
      if (underWay) holdStream()
      else dropStream()
    },
    setClock: () =>
      setTime().catch((error: unknown) => {
        throw asDriverError(error)
      }),
    async channel(channel) {
      if (channel !== 0 && !(channel >= channels.first && channel <= channels.last))
        throw new DriverError(`Its radio has channels ${channels.first} to ${channels.last}`, { retryable: false, reason: 'unsupported' })
      try {
        await link.setChannel(channel, await link.config())
        told.config = await link.config()
      } catch (error) {
        throw asDriverError(error)
      }
      if (channel !== 0 && told.config.channel !== channel)
        throw new DriverError('The access point did not take the channel', { retryable: true })
    },
    async logs() {
      const files: { name: string; content: Uint8Array }[] = []
      for (const name of ['log.txt', 'logold.txt']) {
        const content = await link.log(name).catch((error: unknown) => {
          throw asDriverError(error)
        })
        if (content !== undefined) files.push({ name, content })
      }
      return files
    },
    /** Over when it answers again. */
    async reboot() {
      await link.reboot().catch((error: unknown) => {
        throw asDriverError(error)
      })
      lost(new CallError(sayOfDevice('startsAgain'), 'offline'))
      const until = clock.now() + rebootMs
      while (!health.isUp()) {
        if (closed || clock.now() >= until)
          throw new DriverError('The access point has not come back after its restart', { retryable: true })
        await new Promise<void>((next) => void clock.after(second, next))
      }
    },
    busy: () => working > 0 || http.busy() > 0 || jobs.busy(),
  }
}
