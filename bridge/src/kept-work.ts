/** The last work that the server gave, on disk with the secrets of its gateways: a bridge starts with it also where the server is away. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedAccessPoint, Work } from './server-api.ts'

export interface KeptWork {
  accessPoints: (ServedAccessPoint & { secret: string })[]
  mqtt: Work['mqtt']
}

export function createKeptWork(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'work.json')
  return {
    /** undefined where there is none, or none that can be read. */
    read(): KeptWork | undefined {
      try {
        return JSON.parse(readFileSync(file, 'utf8')) as KeptWork
      } catch {
        return undefined
      }
    },
    /** Whole or not at all. */
    keep(work: KeptWork) {
      writeFileSync(`${file}.new`, JSON.stringify(work), { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}
