/** What a server loads before it is asked for anything: each library of a megabyte costs several in memory, and time of every start. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** The packages, and modules of ours, that a process has loaded once it has imported a module of the server. */
function loadedBy(module: string): { packages: Set<string>; own: string[] } {
  const script = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
    await import(${JSON.stringify(new URL(module, import.meta.url).href)})
    console.log(JSON.stringify(urls))
    process.exit(0)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const urls: string[] = JSON.parse(output)
  const packages = urls.flatMap((url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  return { packages: new Set(packages), own: urls.filter((url) => !url.includes('/node_modules/')) }
}

const withFirstUse = [
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  '@zxcvbn-ts/language-en',
  'bwip-js',
  'fontkit',
  'nodemailer',
  'openid-client',
  '@fastify/ajv-compiler',
  'vite',
]

test('the parts of a server load no large library that only some calls need', () => {
  const { packages } = loadedBy('./start-parts.ts')
  expect(packages).toContain('fastify')
  expect(withFirstUse.filter((name) => packages.has(name))).toEqual([])
})

test('the database of a server is begun before the parts are loaded', () => {
  const { packages, own } = loadedBy('./run.ts')
  expect(own.some((url) => url.endsWith('/open-database.ts'))).toBe(true)
  expect(own.filter((url) => /start-parts|all-routes|all-jobs/.test(url))).toEqual([])
  expect(['fastify', 'kysely', 'mqtt', 'vite'].filter((name) => packages.has(name))).toEqual([])
})
