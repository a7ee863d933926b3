/** The last work that the server gave, on disk with the secrets of its gateways: a bridge starts with it also where the server is away. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { ServedAccessPoint, Work } from './server-api.ts'

export interface StoredWork {
  accessPoints: (ServedAccessPoint & { secret: string })[]
  mqtt: Work['mqtt']
}

const storedWork: z.ZodType<StoredWork> = z.object({
  accessPoints: z.array(
    z.object({
      gwMac: z.string(),
      storeCode: z.string(),
      kind: z.string(),
      address: z.string(),
      options: z.record(z.string(), z.unknown()),
      secret: z.string(),
    }),
  ),
  mqtt: z.object({ url: z.string().nullable(), port: z.number().nullable(), securePort: z.number().nullable() }),
})

/** The work in this folder, which is made where there is none. */
export function createStoredWork(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'work.json')
  return {
    /** undefined where there is none, or none that can be read. */
    read(): StoredWork | undefined {
      try {
        return storedWork.parse(JSON.parse(readFileSync(file, 'utf8')))
      } catch {
        return undefined
      }
    },
    /** Whole or not at all. */
    keep(work: StoredWork) {
      writeFileSync(`${file}.new`, JSON.stringify(work), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
