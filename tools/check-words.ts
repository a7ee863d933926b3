/**
 * Checks the vocabulary of the code: names, file names, first lines, comments and test titles use the words that an engineer of the field
 * would search for. Names that are declared and keys of translations are judged, not their uses and not prose, where the same word may be
 * plain English. What is left is counted by word in `tools/words-left.json` and may only shrink.
 * Run by `npm run check`; `npm run words -- --list` names the places, `npm run words -- --write` lowers the counts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import { parseSync } from 'vite'
import { isNode, type Node } from './syntax-node.ts'

const leftFile = 'tools/words-left.json'
/** Words that are no part of a name, each with what says it better. */
const inNames: Record<string, string> = {
  door: 'authentication, sign-in, endpoint',
  elsewhere: 'third-party, other',
  vouch: 'authenticate',
  judge: 'check, evaluate',
  heed: 'apply, follow',
  gate: 'semaphore, check',
  nobody: 'none',
  somebody: 'account, caller',
  whoever: 'caller',
  usual: 'default',
  least: 'min',
  most: 'max',
  tell: 'notify, report',
  wanted: 'expected, requested',
  kept: 'stored, retained',
  once: 'initial, cached, a concurrency limit',
  tidy: 'normalise, clean',
}
/** Other forms of these words. */
const forms: Record<string, string> = {
  doors: 'door',
  vouched: 'vouch',
  vouches: 'vouch',
  judged: 'judge',
  judges: 'judge',
  heeds: 'heed',
  heeded: 'heed',
  gates: 'gate',
  anybody: 'somebody',
  everybody: 'somebody',
  usually: 'usual',
  told: 'tell',
  tells: 'tell',
  telling: 'tell',
}
/** Words that no comment and no title of a test needs: the subject is the code or a role. */
const inProse = /\b(nobody|somebody|anybody|everybody|whoever|heed(?:s|ed)?|vouch(?:e[sd])?)\b/gi
/** A title that ends so is the tail of a sentence that stands above it, and means nothing in a list of failures. */
const tailOfTitle = /, (too|once|either|as well)$/
const fewestWordsOfTitle = 3

export interface Place {
  /** A word, or `prose`, `title`, `first line`. */
  rule: string
  /** `console/src/a.ts:12` */
  at: string
  what: string
}

const isTest = (file: string) => /\.(test|e2e|link)\.tsx?$/.test(file)
/** A longer source begins with a comment that says what it is about. */
const linesWithoutHead = 60

/** `saveAll_tags-now` is `save`, `all`, `tags`, `now`. */
export const partsOf = (name: string) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((part) => part !== '')

/** The private words of a name, in their plain form. */
export const privateWordsOf = (name: string): string[] =>
  partsOf(name)
    .map((part) => forms[part] ?? part)
    .filter((part) => Object.hasOwn(inNames, part))

interface Name {
  name: string
  start: number
}
/** The names that a pattern binds. `{ a }` of an object gives `a` no name of its own: the property has it. */
function* boundBy(pattern: unknown): Generator<Name> {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier' && typeof pattern.name === 'string') yield { name: pattern.name, start: pattern.start }
  else if (pattern.type === 'AssignmentPattern') yield* boundBy(pattern.left)
  else if (pattern.type === 'RestElement') yield* boundBy(pattern.argument)
  else if (pattern.type === 'TSParameterProperty') yield* boundBy(pattern.parameter)
  else if (pattern.type === 'ArrayPattern' && Array.isArray(pattern.elements))
    for (const element of pattern.elements) yield* boundBy(element)
  else if (pattern.type === 'ObjectPattern' && Array.isArray(pattern.properties))
    for (const property of pattern.properties)
      if (isNode(property) && property.shorthand !== true) yield* boundBy(property.value ?? property)
}
/** The keys of the objects that are passed to `z.object(…)` and its like: they name fields. */
function* schemaKeys(call: Node): Generator<Name> {
  const { callee } = call
  if (!isNode(callee) || callee.type !== 'MemberExpression' || !isNode(callee.property)) return
  if (!['object', 'strictObject', 'looseObject', 'extend'].includes(String(callee.property.name)) || !Array.isArray(call.arguments)) return
  for (const argument of call.arguments)
    if (isNode(argument) && Array.isArray(argument.properties))
      for (const property of argument.properties) if (isNode(property) && property.computed !== true) yield* boundBy(property.key)
}
const withName: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSEnumDeclaration',
])
const withKey: ReadonlySet<string> = new Set(['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition'])
const withParameters: ReadonlySet<string> = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** The names that this node declares. */
function* declaredBy(node: Node): Generator<Name> {
  if (node.type === 'VariableDeclarator') yield* boundBy(node.id)
  if (withName.has(node.type)) yield* boundBy(node.id)
  if (withKey.has(node.type) && node.computed !== true) yield* boundBy(node.key)
  if (withParameters.has(node.type) && Array.isArray(node.params)) for (const parameter of node.params) yield* boundBy(parameter)
  if (node.type === 'CallExpression') yield* schemaKeys(node)
}

/** The title of `test('…')`, `it.each(…)('…')` and their like. */
function titleOf(node: Node): Name | undefined {
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return undefined
  const [title] = node.arguments
  if (!isNode(title) || typeof title.value !== 'string' || !isTestFunction(node.callee)) return undefined
  return { name: title.value, start: title.start }
}
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type === 'MemberExpression') return isTestFunction(callee.object)
  return callee.type === 'CallExpression' && isTestFunction(callee.callee)
}

/** Everything in one file that the rules forbid. */
export function placesIn(file: string, source: string): Place[] {
  const places: Place[] = privateWordsOf(basename(file)).map((rule) => ({ rule, at: `${file}:1`, what: 'the name of the file' }))
  const starts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const note = (rule: string, offset: number, what: string) =>
    void places.push({ rule, at: `${file}:${starts.findLastIndex((start) => start <= offset) + 1}`, what })
  const checkProse = (text: string, offset: number) => {
    for (const { 0: word, index } of text.matchAll(inProse)) note('prose', offset + index, word)
  }
  const { program, comments } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  for (const { value, start } of comments) checkProse(value, start + 2)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (!isNode(node)) return
    for (const { name, start } of declaredBy(node)) for (const rule of privateWordsOf(name)) note(rule, start, name)
    const title = isTest(file) ? titleOf(node) : undefined
    if (title !== undefined) {
      checkProse(title.name, title.start + 1)
      if (tailOfTitle.test(title.name) || title.name.split(/\s+/).length < fewestWordsOfTitle) note('title', title.start, title.name)
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(program)
  if (!isTest(file) && starts.length > linesWithoutHead && !hasHead(source)) note('first line', 0, 'no comment says what the file is about')
  return places
}
/** A comment at the top of the file, before or after its imports. */
const hasHead = (source: string) =>
  /^(#!.*\n)?(\/\*|\/\/)/.test(source) || source.replaceAll(/^import [^]*? from '.*'\n|^import '.*'\n|^\n/gm, '').startsWith('/*')

/** The private words among the keys of a file of translations. */
export function placesInTranslations(file: string, content: string): Place[] {
  const keysOf = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]) : []
  return keysOf(JSON.parse(content)).flatMap((key) => privateWordsOf(key).map((rule) => ({ rule, at: `${file}:1`, what: key })))
}

export type Counts = Record<string, number>
export function countOf(places: readonly Place[]): Counts {
  const counts: Counts = {}
  for (const { rule } of places) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}

/** What is wrong with these counts beside those that are allowed. */
export function compare(counts: Counts, allowed: Counts): string[] {
  const rules = [...new Set([...Object.keys(allowed), ...Object.keys(counts)])].toSorted()
  return rules.flatMap((rule) => {
    const [count, limit] = [counts[rule] ?? 0, allowed[rule] ?? 0]
    const better = inNames[rule] === undefined ? '' : ` (better: ${inNames[rule]})`
    if (count > limit) return [`${rule}: ${count}, and ${limit} are allowed${better}; npm run words -- --list names the places`]
    return count < limit ? [`${rule}: ${count}; lower its count with npm run words -- --write`] : []
  })
}

export const allowedCounts = (): Counts => z.record(z.string(), z.int()).parse(JSON.parse(readFileSync(leftFile, 'utf8')))

/** All sources and English translations that Git knows. This file and its test name the words. */
export function measure(): Place[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', 'console/src/i18n/en/*.json'], {
    encoding: 'utf8',
  })
  const files = stdout.split('\n').filter((file) => existsSync(file) && file !== '' && !file.startsWith('tools/check-words.'))
  return files.flatMap((file) => {
    const content = readFileSync(file, 'utf8')
    return file.endsWith('.json') ? placesInTranslations(file, content) : placesIn(file, content)
  })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const places = measure()
  if (process.argv.includes('--list')) for (const { rule, at, what } of places) console.log(`${rule}\t${at}\t${what}`)
  const counts = countOf(places)
  const allowed = allowedCounts()
  if (process.argv.includes('--write')) {
    const lowered = Object.entries(allowed).flatMap(([rule, limit]) => {
      const left = Math.min(limit, counts[rule] ?? 0)
      return left === 0 ? [] : [[rule, left] as const]
    })
    writeFileSync(leftFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
  }
  const problems = compare(counts, allowedCounts())
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
