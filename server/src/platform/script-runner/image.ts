/** Finds the image of this interpreter and this guest, or bakes it: once for each cache folder, in the process that comes first. */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'

export interface ImageFiles {
  wasm: string
  /** Beside it, `.json`: where to enter it. */
  image: string
}
const here = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))
const run = promisify(execFile)
/** A bake takes 5 to 15 s; one that holds the lock for longer has died. */
const longestBakeMs = 180_000
const lookEveryMs = 200

/** The image in this folder; baked first where it is not there yet. Throws with what the bake said. */
export async function findImage(folder: string): Promise<ImageFiles> {
  const wasm = join(dirname(createRequire(import.meta.url).resolve('pyodide/package.json')), 'pyodide.asm.wasm')
  const hash = createHash('sha256')
  for (const file of [wasm, here('guest.py'), here('bake.ts')]) hash.update(await readFile(file))
  const image = join(resolve(folder), `image-${hash.digest('hex').slice(0, 24)}.bin`)
  if (await isThere(image)) return { wasm, image }
  await mkdir(folder, { recursive: true })
  const lock = `${image}.lock`
  const until = Date.now() + longestBakeMs
  while (!(await take(lock))) {
    if (await isThere(image)) return { wasm, image }
    if (Date.now() > until) throw new Error(`another process bakes the script image for too long; remove ${lock} if there is none`)
    await wait(lookEveryMs)
  }
  try {
    if (!(await isThere(image))) await bake(image)
  } finally {
    await rm(lock, { force: true })
  }
  return { wasm, image }
}

const isThere = (image: string) =>
  stat(`${image}.json`).then(
    () => true,
    () => false,
  )

/** A file that only one can create; what a dead process left is taken over. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    const left = await stat(lock).catch(() => undefined)
    if (left !== undefined && Date.now() - left.mtimeMs > longestBakeMs) await rm(lock, { force: true })
    return false
  }
}

async function bake(image: string): Promise<void> {
  const made = `${image}.${randomUUID()}`
  try {
    await run(process.execPath, ['--no-warnings', here('bake.ts'), made], { timeout: longestBakeMs, env: {} })
    await rename(made, image)
    // Last: this file tells that the image is whole.
    await rename(`${made}.json`, `${image}.json`)
  } catch (error) {
    const output = (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : '').trim().slice(-500)
    throw new Error(`The script image could not be made. ${output}`, { cause: error })
  } finally {
    await rm(made, { force: true })
    await rm(`${made}.json`, { force: true })
  }
}
