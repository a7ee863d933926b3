/** The player's static files as the server gave them last: the page opens without it, too. All of them are of one version. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './machine.ts'
import { isRecord } from './parts.ts'

const patienceMs = 5000
/** What the page is told by its headers: how its files are read, and what it may do. */
const copiedHeaders = ['content-type', 'content-security-policy', 'x-content-type-options', 'referrer-policy']

export interface CopiedFile {
  headers: Record<string, string>
  /** base64 */
  content: string
}
export interface PageCopy {
  /** By the path below /player/; empty for the page itself. */
  file(path: string): CopiedFile | undefined
  /** Takes over what the server has; what is there stays when anything of it cannot be had. */
  renew(): Promise<boolean>
}

/** What was kept; nothing of a copy that is damaged, for its files belong together. */
function copiedFiles(copy: unknown): Record<string, CopiedFile> {
  if (!isRecord(copy)) return {}
  const files = Object.entries(copy).flatMap(([name, file]): [string, CopiedFile][] => (isCopiedFile(file) ? [[name, file]] : []))
  return files.length === Object.keys(copy).length ? Object.fromEntries(files) : {}
}
function isCopiedFile(file: unknown): file is CopiedFile {
  return (
    isRecord(file) &&
    typeof file.content === 'string' &&
    isRecord(file.headers) &&
    Object.values(file.headers).every((one) => typeof one === 'string')
  )
}

export function createPageCopy(server: URL, folder: string): PageCopy {
  const path = join(folder, 'page.json')
  let files = existsSync(path) ? copiedFiles(JSON.parse(readFileSync(path, 'utf8'))) : {}
  let renewing: Promise<boolean> | undefined

  async function load(name: string): Promise<CopiedFile> {
    const answer = await fetch(new URL(`/player/${name}`, server), { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    if (!answer.ok) throw new Error(`${answer.status} for /player/${name}`)
    const headers = Object.fromEntries(
      copiedHeaders.flatMap((header) => [[header, answer.headers.get(header) ?? '']]).filter(([, value]) => value !== ''),
    )
    return { headers, content: Buffer.from(await answer.arrayBuffer()).toString('base64') }
  }
  async function loadAll(): Promise<boolean> {
    const page = await load('')
    if (page.content === files['']?.content) return true
    const text = Buffer.from(page.content, 'base64').toString()
    const assets = [...text.matchAll(/"\/player\/(assets\/[\w.-]+)"/g)].map(([, name = '']) => name)
    const next: typeof files = { '': page }
    for (const name of ['worker.js', 'frame.html', ...assets]) next[name] = await load(name)
    files = next
    writeWhole(path, JSON.stringify(next))
    return true
  }
  return {
    file: (name) => files[name === 'index.html' ? '' : name],
    renew: () => {
      renewing ??= loadAll()
        .catch(() => false)
        .finally(() => (renewing = undefined))
      return renewing
    },
  }
}
