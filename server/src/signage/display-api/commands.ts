/** Things that displays are asked to do: kept until each has done it, or its time is over. */
import type { CommandType } from '@endcap/contract/player'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/schema.ts'
import { insertCommands } from './player.queries.ts'

/** What is for a person who looks at the shelf is worth nothing later, seconds. */
const shortSeconds = 60
const longSeconds = 600
const short: ReadonlySet<CommandType> = new Set(['blink', 'info', 'identify', 'screenshot'])

interface Ask {
  macs: readonly string[]
  type: CommandType
  args?: Record<string, unknown>
  by: string
}

/** In the transaction of what goes with it; `tellDevices` after it. */
export async function askDevices(tx: Db, { clock }: Pick<Context, 'clock'>, { macs, type, args = {}, by }: Ask): Promise<void> {
  if (macs.length === 0) return
  const at = clock.now()
  const seconds = short.has(type) ? shortSeconds : longSeconds
  await insertCommands(tx, { macs, type, args, by, at, expiresAt: new Date(at.getTime() + seconds * 1000) })
}
