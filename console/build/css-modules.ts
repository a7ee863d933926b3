/**
 * Class names of the console's CSS modules. While it is developed `.primary` of `Button.module.css` is
 * `Button_primary`, so that a page's elements say where they are drawn; what is built has the shortest names, since
 * each stands in a script and in a sheet.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

const sources = join(import.meta.dirname, '../src')
const classes = (file: string) => [...readFileSync(file, 'utf8').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? '')

type NameOf = (name: string, file: string) => string
/** The names of the files are unique (src/theme/styles.test.ts). */
const readableName: NameOf = (name, file) => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`
/** `_0`, `_1` … in the order of files and names. The underscore keeps clear of what blockers of advertisements look for. */
export function createShortNames(): NameOf {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.module.css'))
  const all = files.flatMap((file) => classes(join(sources, file)).map((name) => readableName(name, file)))
  const places = new Map([...new Set(all)].toSorted().map((name, place) => [name, `_${place.toString(36)}`]))
  return (name, file) => places.get(readableName(name, file)) ?? readableName(name, file)
}

/**
 * Options of Vite. The loader gives a sheet the classes of another that it names (`@value button as uiButton from
 * '../ui/Button.module.css'`). The one that comes along copies the other sheet into the one that names it, which would
 * change the order of the rules.
 */
export function cssModules(command: 'build' | 'serve') {
  const generateScopedName = command === 'build' ? createShortNames() : readableName
  class Loader {
    readonly finalSource = ''

    fetch(named: string, from: string): Promise<Record<string, string>> {
      const file = resolve(dirname(from), named.replaceAll(/^["']|["']$/g, ''))
      return Promise.resolve(Object.fromEntries(classes(file).map((name) => [name, generateScopedName(name, file)])))
    }
  }
  /** A script gets a module's own classes, not those that it takes from others. */
  const getJSON = (file: string, names: Record<string, string>) => {
    const sheet = file.replace(/\?.*$/, '')
    for (const [name, scoped] of Object.entries(names)) if (scoped !== generateScopedName(name, sheet)) delete names[name]
  }
  return { generateScopedName, Loader, getJSON }
}
