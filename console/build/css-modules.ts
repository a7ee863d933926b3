/**
 * Class names of the console's CSS modules. While it is developed `.primary` of `Button.module.css` is
 * `Button_primary`, so that a page's elements say where they are drawn; what is built has short names, since each
 * stands in a script and in a sheet.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

/** The names of the files are unique, and their short names are (src/theme/styles.test.ts). */
export const readableName = (name: string, file: string): string => `${basename(file).replace(/\.module\.css.*$/, '')}_${name}`
export const shortName = (name: string, file: string): string =>
  `_${createHash('sha256').update(readableName(name, file)).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 4)}`

/**
 * Options of Vite. The loader gives a sheet the classes of another that it names (`@value button as uiButton from
 * '../ui/Button.module.css'`). The one that comes along copies the other sheet into the one that names it, which would
 * change the order of the rules.
 */
export function cssModules(command: 'build' | 'serve') {
  const generateScopedName = command === 'build' ? shortName : readableName
  class Loader {
    readonly finalSource = ''

    fetch(named: string, from: string): Promise<Record<string, string>> {
      const file = resolve(dirname(from), named.replaceAll(/^["']|["']$/g, ''))
      const names = [...readFileSync(file, 'utf8').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? '')
      return Promise.resolve(Object.fromEntries(names.map((name) => [name, generateScopedName(name, file)])))
    }
  }
  return { generateScopedName, Loader }
}
