/** The key file of a data folder: readable by its owner alone, whole from the moment it is there, and the same for all who make it at once. */
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const fileName = 'secret.key'

/** Reads the key, making one where there is none. Throws, naming the file, where it holds no key of this length. */
export function readKeyFile(folder: string, bytes: number): Buffer {
  const file = join(folder, fileName)
  const text = readIfThere(file) ?? makeKeyFile(folder, file, bytes)
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== bytes) throw new Error(`${file} holds no key: it must be ${bytes} bytes in base64. Bring back the right file.`)
  return key
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** A link puts the finished file in place, and fails where another process was faster: then that one's key is the key. */
function makeKeyFile(folder: string, file: string, bytes: number): string {
  mkdirSync(folder, { recursive: true })
  const draft = join(folder, `.${fileName}-${randomUUID()}`)
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, `${randomBytes(bytes).toString('base64')}\n`)
    fsyncSync(handle)
    closeSync(handle)
    linkSync(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code
