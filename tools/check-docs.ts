/**
 * Checks the Markdown of the project. Run by `npm run docs` and `npm run check`:
 * lines of prose are at most 120 characters long (tables, code, and lines that cannot be broken aside), links to files and headings lead
 * somewhere, every page of `docs/` is reached from `docs/README.md`, and every finding of a list of them names tests that there are.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkFindings, isFindings } from './named-tests.ts'

const maxLine = 120
const index = join('docs', 'README.md')
const notOurs = /(^|\/)(node_modules|dist|data|\.git)(\/|$)/

const markdownIn = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md') && !notOurs.test(path))

interface Line {
  number: number
  text: string
}
/** The lines that are no code. */
function* proseOf(content: string): Generator<Line> {
  let fence: string | undefined
  for (const [place, text] of content.split('\n').entries()) {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(text) ?? []
    if (fence === undefined) {
      if (mark === undefined) yield { number: place + 1, text }
      else fence = mark
    } else if (mark !== undefined && mark.startsWith(fence)) fence = undefined
  }
}

const isTable = (text: string) => /^\s*\|/.test(text)
/** Nothing could stand on a line of its own that is short enough: a heading, a picture, an address, a command. */
const cannotBreak = (text: string) =>
  /^\s*(#|!\[|\[[^\]]+\]:|<|`[^`]+`\W?$)/.test(text) ||
  text
    .trim()
    .split(' ')
    .some((word) => word.length > maxLine - 20)

function checkLines(content: string): string[] {
  return [...proseOf(content)]
    .filter(({ text }) => text.length > maxLine && !isTable(text) && !cannotBreak(text))
    .map(({ number, text }) => `${number}: ${text.length} characters; ${maxLine} are the most`)
}

/** The name by which a heading is linked to, as on the usual hosts of Git. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

const anchorsOf = (content: string) =>
  new Set([...proseOf(content)].flatMap(({ text }) => (/^#{1,6}\s/.test(text) ? [anchorOf(text.replace(/^#+\s+/, ''))] : [])))

interface Link {
  line: number
  target: string
}
/** Links and pictures that lead to something of the project. */
function linksOf(content: string): Link[] {
  return [...proseOf(content)].flatMap(({ number, text }) => {
    const bare = text.replaceAll(/`[^`]*`/g, '')
    return [...bare.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*(\S+)/g)]
      .map(([, inline, defined]) => ({ line: number, target: inline ?? defined ?? '' }))
      .filter(({ target }) => !/^([a-z]+:|\/\/)/i.test(target))
  })
}

function checkLink(root: string, file: string, target: string, anchors: (path: string) => ReadonlySet<string>): string | undefined {
  const [path = '', anchor] = target.split('#')
  const place = path === '' ? file : normalize(join(dirname(file), decodeURI(path)))
  if (!existsSync(join(root, place))) return 'there is no such file'
  if (anchor === undefined || !place.endsWith('.md')) return undefined
  return anchors(place).has(decodeURI(anchor)) ? undefined : `${place} has no heading of that name`
}

/** Pages of `docs/` to which no way of links leads from its index. */
function unreached(root: string, pages: readonly string[]): string[] {
  const seen = new Set<string>()
  const waiting = [index]
  for (let page = waiting.pop(); page !== undefined; page = waiting.pop()) {
    if (seen.has(page) || !existsSync(join(root, page))) continue
    seen.add(page)
    for (const { target } of linksOf(readFileSync(join(root, page), 'utf8'))) {
      const place = normalize(join(dirname(page), target.split('#')[0] ?? ''))
      if (place.endsWith('.md') && statSync(join(root, place), { throwIfNoEntry: false })?.isFile() === true) waiting.push(place)
    }
  }
  return pages.filter((page) => page.startsWith(`docs/`) && !seen.has(page))
}

/** One line for each fault: `<file>:<line>: <what>`. */
export function checkDocs(root: string): string[] {
  const pages = markdownIn(root).toSorted()
  const known = new Map<string, ReadonlySet<string>>()
  const anchors = (path: string) => {
    const found = known.get(path) ?? anchorsOf(readFileSync(join(root, path), 'utf8'))
    known.set(path, found)
    return found
  }
  const problems = pages.flatMap((page) => {
    const content = readFileSync(join(root, page), 'utf8')
    const broken = linksOf(content).flatMap(({ line, target }) => {
      const problem = checkLink(root, page, target, anchors)
      return problem === undefined ? [] : [`${line}: ${target}: ${problem}`]
    })
    const unshown = isFindings(page) ? checkFindings(root, content) : []
    return [...checkLines(content), ...broken, ...unshown].map((problem) => `${page}:${problem}`)
  })
  return [...problems, ...unreached(root, pages).map((page) => `${page}:1: ${index} does not lead here`)]
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = checkDocs('.')
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
