/** Lists beside what they cost without Endcap: their SQL alone, and a bare server of Node that runs it. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { ask, messageOf, numberOf } from './child.ts'
import { startRecording } from './recorded-statements.ts'
import { percentile, timesInTurns, type Figure } from './report.ts'
import { startSystem, type BenchSystem } from './system.ts'

type Client = BenchSystem['client']
export type List = [what: string, call: (client: Client) => Promise<unknown>]

/** Beside its SQL a list may take this many times as long, or this many times what a bare server takes: the larger of both. */
const [timesSql, timesBare] = [3, 2]
const share = 0.95

export interface Comparison {
  /** The 95th percentile of a list, beside its SQL and, where the bare server decides, beside that. */
  figuresOf(list: List, budget: { maximum: number }): Promise<Figure[]>
  stop(): Promise<void>
}

export async function startComparison({ client }: BenchSystem, databaseUrl: string): Promise<Comparison> {
  const recording = await startRecording(databaseUrl)
  const recorded = await startSystem(recording.url, { ENDCAP_ROLES: 'api' })
  const server = fork(fileURLToPath(new URL('list-server.ts', import.meta.url)), [databaseUrl])
  const url = `http://127.0.0.1:${numberOf(await messageOf(server))}`
  const headers = { 'content-type': 'application/json', 'access-token': 'none', 'access-email': 'none' }
  return {
    figuresOf: async ([what, call], budget) => {
      const { statements, run } = await recording.record(() => call(recorded.client))
      await ask(server, { statements: statements.map(({ text, values }) => ({ text, values })) })
      const bareCall = async () => {
        const answer = await fetch(url, { method: 'POST', headers, body: '{"length":25}' })
        if (!answer.ok) throw new Error(await answer.text())
        await answer.json()
      }
      const [value = 0, sql = 0, bare = 0] = (await timesInTurns([() => call(client), run, bareCall])).map((times) =>
        percentile(times, share),
      )
      const figure = { what: `${what}, p95`, value, unit: 'ms' }
      if (timesBare * bare <= timesSql * sql)
        return [{ ...figure, what: `${figure.what} (raw: its SQL)`, raw: sql, budget: { maxTimesRaw: timesSql, ...budget } }]
      return [
        { ...figure, what: `${figure.what} (raw: its SQL)`, raw: sql, budget },
        { ...figure, what: `${figure.what} (raw: a bare server with its SQL)`, raw: bare, budget: { maxTimesRaw: timesBare } },
      ]
    },
    stop: async () => {
      server.disconnect()
      await recorded.stop()
      await recording.stop()
    },
  }
}
