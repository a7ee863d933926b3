/**
 * Keeps the contract's schemas out of the console's bundle. A browser needs of an endpoint only its method, path, kind and whether it
 * has a body; the checks run on the server. Modules of the contract that use zod are replaced by what they come to as plain data:
 * endpoints in short, constants as they are. What is neither (a schema, a function) is not exported, so that importing it as a value
 * fails the build.
 */
import { readFileSync, realpathSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const contractFolder = realpathSync(fileURLToPath(new URL('../../contract/src', import.meta.url)))

interface EndpointLike {
  method: string
  path: string
  kind: string
  body: unknown
}
const isEndpoint = (value: unknown): value is EndpointLike =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'kind' in value
const short = ({ method, path, kind, body }: EndpointLike) => ({ method, path, kind, ...(body !== undefined && { body: true }) })

/** JSON of a constant; undefined for what JSON cannot carry. */
function plain(value: unknown): string | undefined {
  if (typeof value === 'function' || (typeof value === 'object' && value !== null && '_zod' in value)) return undefined
  if (typeof value === 'object' && value !== null && Object.values(value).length > 0 && Object.values(value).every(isEndpoint))
    return JSON.stringify(Object.fromEntries(Object.entries(value).map(([name, endpoint]) => [name, short(endpoint)])))
  return JSON.stringify(value)
}

export function lightContract(): Plugin {
  return {
    name: 'light-contract',
    enforce: 'pre',
    apply: 'build',
    async load(id) {
      const [path = ''] = id.split('?')
      if (!path.startsWith(contractFolder) || !readFileSync(path, 'utf8').includes(`from 'zod'`)) return null
      const module = (await import(pathToFileURL(path).href)) as Record<string, unknown>
      return Object.entries(module)
        .map(([name, value]) => [name, plain(value)] as const)
        .filter(([, json]) => json !== undefined)
        .map(([name, json]) => `export const ${name} = ${json}`)
        .join('\n')
    },
  }
}
