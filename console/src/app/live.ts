/**
 * Keeps what is on screen up to date: the push channel names what changed, its queries are fetched again. While it is not open, the
 * server is asked now and then whether it answers, and everything on screen is fetched again when it does.
 */
import { pushFallbackPollMs, pushHeartbeatMs, pushOpenTimeoutMs, tryLaterCode, type PushMessage } from '@endcap/contract/push'
import type { QueryClient } from '@tanstack/react-query'
import { domainsOf, gatherChanged, mayRest, watchOf } from './changed.ts'

/** After this long the server is told that something is not shown any more; of what comes, at once: what changes before it knows is not told. */
const watchMs = 250
const longestRetryMs = 15_000
/** Where the server has no room for the channel, it is asked again after this long. */
const crowdedMs = 30_000
/** A channel that is back within this time is not worth a word. */
const graceMs = 2500
/** A server that takes longer to say that it is there counts as out of reach. */
const longestAnswerMs = 10_000
/** A channel silent for longer is dead, though neither side closed it: a cable was pulled, a handheld left the building. */
const longestSilenceMs = 2.5 * pushHeartbeatMs

export interface Connection {
  /** `live`: changes are told. `polling`: they are asked for. `lost`: the server cannot be reached. */
  state: 'live' | 'polling' | 'lost'
  /** When what is on screen was last known to be right, milliseconds since 1970. */
  freshAt: number
}
export interface Live {
  /** Tries now what it would try by itself a little later. */
  retry(): void
  stop(): void
}
interface Parts {
  queries: QueryClient
  /** Whose session it is; the session itself is a cookie. */
  email: string
  /** Rejects while the server does not answer. */
  check: (signal: AbortSignal) => Promise<unknown>
  onEnded: () => void
  /** What the account may do may be something else now. */
  onRights: () => void
  /** Called with every change of the state; it begins as `live`. */
  onConnection: (connection: Connection) => void
}
type Timer = ReturnType<typeof setTimeout> | undefined

type Handlers = Pick<Parts, 'onEnded' | 'onRights'> & Pick<ReturnType<typeof gatherChanged>, 'note'>
/** Does what the messages of the channel ask for. */
function reader({ note, onEnded, onRights }: Handlers): (data: unknown) => void {
  /** The stores that were said to be collecting. */
  let collecting = ''
  return (data) => {
    const message = JSON.parse(String(data)) as PushMessage
    if (message.type === 2) {
      const { storeCode, changes } = message.msg
      // The site and what it allows come with the session.
      if (changes.includes('settings')) onRights()
      note(
        storeCode,
        changes.flatMap((change) => domainsOf[change]),
        mayRest(changes),
      )
    }
    if (message.type === 1) {
      const stores = message.msg.map((store) => store.storeCode).join()
      if (stores !== collecting) note('', ['collecting'])
      collecting = stores
    }
    if (message.type === 3) onEnded()
    if (message.type === 4) onRights()
  }
}

interface Heard {
  /** Whether it was not replaced by another one. */
  isInUse: () => boolean
  onLate: () => void
  onWord: (data: unknown) => void
  onClosed: (code: number) => void
}
/** Opens the channel and says who asks; what it hears is told while it is in use. */
function openChannel(email: string, { isInUse, onLate, onWord, onClosed }: Heard): WebSocket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${location.host}/push`)
  const late = setTimeout(onLate, pushOpenTimeoutMs)
  socket.addEventListener('open', () => {
    if (isInUse()) socket.send(JSON.stringify({ accessToken: '', accessEmail: email }))
  })
  socket.addEventListener('message', ({ data }) => {
    clearTimeout(late)
    if (isInUse()) onWord(data)
  })
  socket.addEventListener('close', ({ code }) => {
    clearTimeout(late)
    if (isInUse()) onClosed(code)
  })
  return socket
}

export function startLive({ queries, email, check, onEnded, onRights, onConnection }: Parts): Live {
  const gathered = gatherChanged(queries)
  const read = reader({ note: gathered.note, onEnded, onRights: () => gathered.inSight(onRights) })
  let socket: WebSocket | undefined
  let [asking, retrying, showing, watching]: Timer[] = []
  let [stopped, open, isAsking, answers, attempt] = [false, false, false, true, 0]
  let freshAt = Date.now()
  /** What the server was told last. */
  let watched = ''
  let shown: Connection['state'] = 'live'

  const show = () => {
    clearTimeout(showing)
    showing = undefined
    const state = open ? 'live' : answers ? 'polling' : 'lost'
    if (state !== shown) onConnection({ state: (shown = state), freshAt })
  }
  const settle = () => {
    if (open || shown !== 'live') show()
    else showing ??= setTimeout(show, graceMs)
  }

  const askAgain = () => void ask()
  const ask = async () => {
    if (stopped || open) return
    const there = await check(AbortSignal.timeout(longestAnswerMs)).then(
      () => true,
      () => false,
    )
    if (stopped || open) return
    const isBack = there && !answers
    answers = there
    if (there) {
      freshAt = Date.now()
      void queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false })
    }
    if (isBack) connect()
    settle()
    clearTimeout(asking)
    asking = setTimeout(() => gathered.inSight(askAgain), pushFallbackPollMs)
  }
  const startAsking = () => {
    if (isAsking || stopped) return
    isAsking = true
    settle()
    gathered.inSight(askAgain)
  }
  const onGone = (minMs = 0) => {
    const old = socket
    socket = undefined
    open = false
    old?.close()
    attempt++
    clearTimeout(retrying)
    const pauseMs = Math.max(minMs, Math.min(longestRetryMs, 500 * 2 ** attempt))
    if (!stopped) retrying = setTimeout(connect, pauseMs * (0.7 + Math.random() * 0.6))
    startAsking()
  }

  /** Says what this console shows, when that is something else than the server knows. */
  const sendWatch = (channel: WebSocket) => {
    const watch = JSON.stringify(watchOf(queries))
    if (watch !== watched) channel.send((watched = watch))
  }
  const stopWatching = queries.getQueryCache().subscribe(({ type }) => {
    if (type !== 'added' && type !== 'removed') return
    if (type === 'added') {
      clearTimeout(watching)
      watching = undefined
    }
    watching ??= setTimeout(
      () => {
        watching = undefined
        if (open && socket !== undefined) sendWatch(socket)
      },
      type === 'added' ? 0 : watchMs,
    )
  })

  function connect() {
    clearTimeout(retrying)
    const next = openChannel(email, {
      isInUse: () => socket === next,
      onLate: startAsking,
      onWord: (data) => {
        if (!open) welcome(next)
        freshAt = Date.now()
        read(data)
      },
      onClosed: (code) => onGone(code === tryLaterCode ? crowdedMs : 0),
    })
    socket?.close()
    socket = next
  }
  const refetchAll = () => void queries.invalidateQueries()
  /** What was there before the channel may have changed meanwhile. */
  const refetchEarly = () => void queries.invalidateQueries({ predicate: ({ state }) => state.data !== undefined })
  /** With the first word of the server: it may still have closed one that was open, for want of room. */
  const welcome = (channel: WebSocket) => {
    clearTimeout(asking)
    // What changed while the channel was closed was not told.
    if (isAsking || attempt > 0) {
      gathered.inSight(refetchAll)
      gathered.inSight(onRights)
    } else gathered.inSight(refetchEarly)
    ;[open, isAsking, answers, attempt, freshAt] = [true, false, true, 0, Date.now()]
    watched = ''
    sendWatch(channel)
    settle()
  }

  const retry = () => {
    attempt = 0
    if (open) return
    connect()
    void ask()
  }
  const listening = setInterval(() => {
    if (open && Date.now() - freshAt > longestSilenceMs) onGone()
  }, pushHeartbeatMs / 3)
  const onOffline = () => {
    answers = false
    onGone()
  }
  addEventListener('offline', onOffline)
  addEventListener('online', retry)
  connect()
  return {
    retry,
    stop: () => {
      stopped = true
      gathered.stop()
      stopWatching()
      for (const timer of [asking, retrying, showing, watching]) clearTimeout(timer)
      clearInterval(listening)
      removeEventListener('offline', onOffline)
      removeEventListener('online', retry)
      socket?.close()
    },
  }
}
