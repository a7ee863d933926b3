/** Lists beside what they cost without Endcap: their SQL alone, and a bare server of Node that runs it. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ask, messageOf, numberOf } from './child.ts'
import { startRecording } from './recorded-statements.ts'
import { median, percentile, timesInTurns, type Figure } from './report.ts'
import { startSystem, type BenchSystem } from './system.ts'

type Client = BenchSystem['client']
export type List = [what: string, call: (client: Client) => Promise<unknown>]

/** Beside its SQL a list may take this many times as long, or this many times what a bare server takes: the larger of both (docs/decisions/0021-what-a-list-may-take.md). */
const [timesSql, timesBare] = [3, 2]
const share = 0.95

export interface Comparison {
  /**
   * The 95th percentile of a list, in milliseconds, and its median beside that of its SQL or, where the bare server decides, beside both. The
   * 95th percentile of sixty rounds is the third longest: two of them say little of one another. `restMs`: before each round, of an answer
   * that the server works out at most once in so long.
   */
  figuresOf(list: List, budget: { maximum: number }, restMs?: number): Promise<Figure[]>
  stop(): Promise<void>
}

export async function startComparison({ client }: BenchSystem, databaseUrl: string): Promise<Comparison> {
  const recording = await startRecording(databaseUrl)
  const recorded = await startSystem(recording.url, { ENDCAP_ROLES: 'api' })
  const server = fork(fileURLToPath(new URL('list-server.ts', import.meta.url)), [databaseUrl])
  const url = `http://127.0.0.1:${numberOf(await messageOf(server))}`
  const headers = { 'content-type': 'application/json', 'access-token': 'none', 'access-email': 'none' }
  return {
    figuresOf: async ([what, call], budget, restMs = 0) => {
      const { statements, run } = await recording.record(() => call(recorded.client))
      await ask(server, { statements: statements.map(({ text, values }) => ({ text, values })) })
      const bareCall = async () => {
        const answer = await fetch(url, { method: 'POST', headers, body: '{"length":25}' })
        if (!answer.ok) throw new Error(await answer.text())
        await answer.json()
      }
      const [own = [], ofSql = [], ofBare = []] = await timesInTurns([() => call(client), run, bareCall], { restMs })
      const [value, sql, bare] = [median(own), median(ofSql), median(ofBare)]
      const unit = 'ms'
      const slowest = { what: `${what}, p95`, value: percentile(own, share), unit, budget }
      const besideSql = { what: `${what}, median (raw: its SQL)`, value, unit, raw: sql }
      if (timesBare * bare <= timesSql * sql) return [slowest, { ...besideSql, budget: { maxTimesRaw: timesSql } }]
      const besideBare = { what: `${what}, median (raw: a bare server with its SQL)`, value, unit, raw: bare }
      return [slowest, { ...besideSql, budget: undefined }, { ...besideBare, budget: { maxTimesRaw: timesBare } }]
    },
    stop: async () => {
      server.disconnect()
      await recorded.stop()
      await recording.stop()
    },
  }
}
