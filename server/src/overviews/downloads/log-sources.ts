/** Where the log files come from that a download packs: the domains that have them fill this in. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import type { Context } from '../../platform/context.ts'
import { conflict } from '../../platform/base/errors.ts'
import { serverLogFiles } from '../../chain/servers/servers.service.ts'

export interface LogFile {
  name: string
  modifiedAt: Date
  open(): Readable
}
/** Answers the files of a target, newest first; throws the reason (an ApiError) when there are none to be had. */
export type LogSource<Target> = (target: Target) => Promise<LogFile[]>

export interface LogSources {
  server: LogSource<{ serverId: string }>
  gateway: LogSource<{ storeCode: string; gwMac: string }>
}

/** Specification 1 §8. */
export const offlineGatewayMessage = 'Unable to log download from offline gateway.'
export const offlineGateway = () => conflict(offlineGatewayMessage, 'log-gateway-offline')

/** A source that is not given answers a named failure. */
export function createLogSources(context: Context, given: Partial<LogSources> = {}): LogSources {
  return {
    server: async ({ serverId }) => Promise.all((await serverLogFiles(context, serverId)).map(fileOf)),
    gateway: async ({ gwMac }) => {
      throw conflict(`Gateway ${gwMac} cannot send its log: its software has no such function.`, 'log-unsupported')
    },
    ...given,
  }
}

/** As long as it is now: a log that is being written grows while it is packed. */
async function fileOf(path: string): Promise<LogFile> {
  const { size, mtime } = await stat(path)
  return {
    name: basename(path),
    modifiedAt: mtime,
    open: () => createReadStream(path, size === 0 ? {} : { end: size - 1 }),
  }
}
