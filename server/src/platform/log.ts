/**
 * The log of a process: lines on standard output, and the same or more in files of bounded size in the data folder, so that they can be
 * downloaded from the console. No secrets: known fields are left out, passwords in addresses are blanked (docs/servers.md).
 */
import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { pino, type Level, type Logger } from 'pino'
import type { Config } from './base/config.ts'
import { lockFolder } from './db/folder-lock.ts'

/** A file is full at this size; with the older ones a process keeps at most 25 MB. */
const maxFileBytes = 5_000_000
const olderFiles = 4
/** `server.log` is being written; `server.1.log` is the one before, and so on. */
export const logFilePattern = /^server(?:\.(\d+))?\.log$/

export interface ProcessLog {
  log: Logger
  /** Names this process among the servers; also the name of its log folder. */
  name: string
  /** Undefined when it writes no files. */
  folder: string | undefined
}

/** Fields that are never written, wherever an object carries them. */
const secretFields = ['password', 'secret', 'token', 'accessToken', 'headers', 'authorization']
const redact = { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '[left out]' }
/** `scheme://user:password@` and `?token=…`, as error messages of drivers quote them. */
const blank = (line: string) =>
  line.replaceAll(/(\w:\/\/[^\s:/@"]*):[^\s"]+@/g, '$1:***@').replaceAll(/([?&](?:token|secret|password|signature)=)[^\s&"]+/gi, '$1***')

/** A file that begins anew when it is full. A disk that cannot be written must not stop the server: lines are lost then. */
export function rotatingFile(folder: string, maxBytes = maxFileBytes): { write(line: string): void } {
  const file = (age: number) => join(folder, age === 0 ? 'server.log' : `server.${age}.log`)
  let descriptor: number | undefined
  let size = 0

  function open() {
    mkdirSync(folder, { recursive: true })
    const opened = openSync(file(0), 'a', 0o600)
    size = fstatSync(opened).size
    return opened
  }
  function turn() {
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = undefined
    rmSync(file(olderFiles), { force: true })
    for (let age = olderFiles - 1; age >= 0; age--) {
      try {
        renameSync(file(age), file(age + 1))
      } catch (error) {
        // There is no such old file yet.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      }
    }
  }
  return {
    write(line) {
      try {
        descriptor ??= open()
        const bytes = Buffer.from(blank(line))
        if (size > 0 && size + bytes.byteLength > maxBytes) {
          turn()
          descriptor = open()
        }
        size += writeSync(descriptor, bytes)
      } catch {
        // Tried again with the next line.
      }
    },
  }
}

/**
 * The name of this process: the one that is set, else its machine with its port or, without an API, its parts. Processes without a port
 * of their own on one machine are numbered; the lock in the log folder tells them apart.
 */
function nameOf({ name, roles, port }: Config, logs: string): string {
  if (name !== undefined) return name
  const host = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '-') || 'server'
  if (roles.includes('api')) return `${host}-${port === 0 ? process.pid : port}`
  const base = `${host}-${roles.join('-')}`
  for (let number = 1; number < 100; number++) {
    const name = number === 1 ? base : `${base}-${number}`
    try {
      const unlock = lockFolder(join(logs, name))
      process.once('exit', unlock)
      return name
    } catch (error) {
      // In a folder that cannot be written, no lock tells processes apart.
      if (error instanceof Error && 'code' in error) return name
    }
  }
  return `${base}-${process.pid}`
}

/** Standard output follows ENDCAP_LOG; the files have at least what `info` tells, unless it is `silent`. */
export function openLog(config: Config): ProcessLog {
  const logs = resolve(config.dataFolder, 'logs')
  const name = nameOf(config, logs)
  if (config.logLevel === 'silent') return { log: pino({ level: 'silent' }), name, folder: undefined }
  // Every level of the settings but `silent` is one of pino's.
  const level: Level = config.logLevel
  const fileLevel = pino.levels.values[level]! < pino.levels.values.info! ? level : 'info'
  const folder = join(logs, name)
  const streams = pino.multistream([
    { level, stream: pino.destination({ dest: 1, sync: true }) },
    { level: fileLevel, stream: rotatingFile(folder) },
  ])
  return { log: pino({ level: fileLevel, redact }, streams), name, folder }
}
