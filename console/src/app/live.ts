/** Keeps what is on screen up to date: the push channel names what changed, its queries are fetched again. Polls while it is not open. */
import { pushFallbackPollMs, pushOpenTimeoutMs, type PushMessage, type StoreChange } from '@endcap/contract/push'
import type { QueryClient } from '@tanstack/react-query'

/** Query keys begin with one of these words, then the store or nothing. */
export type LiveDomain = 'tags' | 'tasks' | 'products' | 'files' | 'stores' | 'alarms'
const domainsOf: Record<StoreChange, LiveDomain[]> = {
  tags: ['tags', 'stores'],
  tasks: ['tasks', 'alarms'],
  products: ['products', 'stores'],
  gateways: ['stores', 'alarms'],
  files: ['files'],
  alarms: ['alarms'],
}
/** Lists are fetched again at most this often, however much happens. */
const gatherMs = 700
const longestRetryMs = 15_000

export interface Live {
  stop(): void
}

export function startLive(queries: QueryClient, session: { accessToken: string; email: string }, onEnded: () => void): Live {
  const waiting = new Map<string, Set<LiveDomain>>()
  let socket: WebSocket | undefined
  let [gathering, polling, retrying]: (ReturnType<typeof setTimeout> | undefined)[] = []
  let [stopped, attempt] = [false, 0]

  const refresh = () => {
    gathering = undefined
    for (const [storeCode, domains] of waiting) {
      const named = (key: readonly unknown[]) => domains.has(key[0] as LiveDomain) && (key[1] === storeCode || key[1] === '')
      void queries.invalidateQueries({ predicate: (query) => named(query.queryKey) })
    }
    waiting.clear()
  }
  const note = (storeCode: string, domains: readonly LiveDomain[]) => {
    const set = waiting.get(storeCode) ?? new Set()
    for (const domain of domains) set.add(domain)
    waiting.set(storeCode, set)
    gathering ??= setTimeout(refresh, gatherMs)
  }
  const poll = () => {
    void queries.invalidateQueries({ refetchType: 'active' })
    polling = setTimeout(poll, pushFallbackPollMs)
  }

  function connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const next = new WebSocket(`${scheme}://${location.host}/push`)
    socket = next
    const late = setTimeout(() => (polling ??= setTimeout(poll, 0)), pushOpenTimeoutMs)
    next.addEventListener('open', () => {
      clearTimeout(late)
      clearTimeout(polling)
      // What changed while the channel was closed was not told.
      if (attempt > 0) void queries.invalidateQueries()
      polling = undefined
      attempt = 0
      next.send(JSON.stringify({ accessToken: session.accessToken, accessEmail: session.email }))
    })
    next.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as PushMessage
      if (message.type === 2) {
        const { storeCode, changes } = message.msg
        note(
          storeCode,
          changes.flatMap((change) => domainsOf[change]),
        )
      }
      if (message.type === 3) onEnded()
    })
    next.addEventListener('close', () => {
      clearTimeout(late)
      if (stopped) return
      attempt++
      polling ??= setTimeout(poll, pushFallbackPollMs)
      retrying = setTimeout(connect, Math.min(longestRetryMs, 500 * 2 ** attempt) * (0.7 + Math.random() * 0.6))
    })
  }
  connect()
  return {
    stop: () => {
      stopped = true
      for (const timer of [gathering, polling, retrying]) clearTimeout(timer)
      socket?.close()
    },
  }
}
