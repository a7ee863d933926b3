/** The console's styles: every class of a CSS module stands in that file and is used, and no other sheet has classes. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createShortNames } from '../../build/css-modules.ts'

const root = join(import.meta.dirname, '..')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file))
const sheets = files.filter((file) => file.endsWith('.css'))
const modules = sheets.filter((file) => file.endsWith('.module.css'))
const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const nameOf = (file: string) => relative(root, file)

const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\/|url\([^)]*\)/g, '')
/** Classes that a sheet takes from another, and what it calls them: `@value button as uiButton from '../ui/Button.module.css'`. */
function takenBy(file: string): { name: string; alias: string; from: string }[] {
  const lines = withoutComments(readFileSync(file, 'utf8')).matchAll(/@value ([^;]+?) from '([^']+)'/g)
  return [...lines].flatMap(([, names = '', from = '']) =>
    names.split(',').map((each) => {
      const [name = '', alias = name] = each.trim().split(/\s+as\s+/)
      return { name, alias, from: resolve(dirname(file), from) }
    }),
  )
}
function classesOf(file: string): Set<string> {
  const css = withoutComments(readFileSync(file, 'utf8'))
    .replaceAll(/@value [^;]+;/g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
  const selectors = css.split(/[{}]/).filter((part) => !/;|^\s*@/.test(part))
  return new Set(selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z_]\w*)/g)].map(([, name]) => name ?? '')))
}
const own = new Map(
  modules.map((file) => {
    const taken = new Set(takenBy(file).map(({ alias }) => alias))
    return [file, new Set([...classesOf(file)].filter((name) => !taken.has(name)))]
  }),
)

/** Where a source uses the classes of a module, by name or by a name that is worked out (`styles[state]`). */
interface Use {
  source: string
  module: string
  name: string | undefined
}
const uses: Use[] = sources.flatMap((source) => {
  const text = readFileSync(source, 'utf8')
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, local = '', from = '']) => {
    const module = resolve(dirname(source), from)
    const found = [...text.matchAll(new RegExp(`(?<![\\w.'"/-])${local}(?:\\.(\\w+)|\\[)`, 'g'))]
    return found.map(([, name]) => ({ source, module, name }))
  })
})

describe('styles', () => {
  test('sheets outside of modules have no classes of their own', () => {
    const global = sheets.filter((file) => !modules.includes(file))
    const found = global.flatMap((file) => [...classesOf(file)].map((name) => `${nameOf(file)}: .${name}`))
    expect(found.filter((line) => !line.endsWith(': .mantine'))).toEqual([])
  })

  test('the names of modules are unique: they are the first part of the class names of a page', () => {
    const names = modules.map((file) => basename(file).toLowerCase())
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('the short names of classes are unique, and short', () => {
    const shortName = createShortNames()
    const names = modules.flatMap((file) => [...(own.get(file) ?? [])].map((name) => shortName(name, file)))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
    expect(names.filter((name) => !/^_[\da-z]{1,2}$/.test(name))).toEqual([])
  })

  test('every class that a source uses stands in its module', () => {
    const missing = uses.filter(({ module, name }) => name !== undefined && own.get(module)?.has(name) !== true)
    expect(missing.map(({ source, module, name }) => `${nameOf(source)}: ${basename(module)} has no .${name}`)).toEqual([])
  })

  test('every class that a module takes from another stands there', () => {
    const missing = modules.flatMap((file) =>
      takenBy(file)
        .filter(({ name, from }) => own.get(from)?.has(name) !== true)
        .map(({ name, from }) => `${nameOf(file)}: ${basename(from)} has no .${name}`),
    )
    expect(missing).toEqual([])
  })

  // The name of a value stands for it wherever it is written, be it `button` the element or `display: grid`.
  test('what a module calls a class of another means nothing else in it', () => {
    const unclear = modules.flatMap((file) => {
      const text = withoutComments(readFileSync(file, 'utf8')).replaceAll(/@value [^;]+;/g, '')
      return takenBy(file)
        .filter(({ alias }) => new RegExp(`(?<![.\\w-])${alias}(?![\\w-])`).test(text))
        .map(({ alias }) => `${nameOf(file)}: ${alias}`)
    })
    expect(unclear).toEqual([])
  })

  test('every class of a module is used; one whose name is worked out stands in a module that is used so', () => {
    const idle = modules.flatMap((file) => {
      const here = uses.filter(({ module }) => module === file)
      if (here.some(({ name }) => name === undefined)) return []
      const named = new Set(here.map(({ name }) => name))
      return [...(own.get(file) ?? [])].filter((name) => !named.has(name)).map((name) => `${nameOf(file)}: .${name}`)
    })
    expect(idle).toEqual([])
  })

  test('no source looks for an element by a class', () => {
    const found = files
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((source) => {
        const calls = readFileSync(source, 'utf8').matchAll(/(?:querySelector(?:All)?|closest|matches)(?:<[^>]*>)?\((['"`])(.*?)\1/g)
        return [...calls]
          .filter(([, , selector = '']) => /\.[a-z]/i.test(selector.replaceAll(/\$\{[^}]*\}/g, '')))
          .map(([call]) => `${nameOf(source)}: ${call}`)
      })
    expect(found).toEqual([])
  })

  test('no element has a class by a name of its own', () => {
    const found = sources.flatMap((source) => {
      const text = readFileSync(source, 'utf8')
      return [...text.matchAll(/[cC]lass(?:Name)?=(?:"[^"]*"|\{?['`][^'`]*['`])/g)].map(([use]) => `${nameOf(source)}: ${use}`)
    })
    expect(found).toEqual([])
  })
})
