/** Lists are built of the kinds of columns in columns.tsx, so that a time, a code or a state looks and sorts alike in all of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const kindsFile = 'table/columns.tsx'
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && file !== kindsFile)
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** What a cell draws that a kind of column draws, and the kind. */
const byHand: { kind: string; cell: RegExp }[] = [
  { kind: 'timeColumn', cell: /cell: \([^()]*\) =>\s*(?:formatTime\(|\(\w+ === null \? [^:]+ : formatTime\((?:\w+\.)?\w+\)\))/g },
  { kind: 'countColumn', cell: /cell: \([^()]*\) =>\s*formatNumber\((?:\w+\.\w+|\w+|\w+\[field\])\)/g },
  {
    kind: 'codeColumn',
    cell: /cell: \([^()]*\) =>\s*\(?\s*<span className=\{helpers\.mono\}>\{[\w.]+(?:\[field\])?(?: (?:\|\||\?\?) '–')?\}<\/span>/g,
  },
  { kind: 'stateColumn', cell: /cell: \([^()]*\) =>\s*\(?\s*<State\b(?! promotion)/g },
  { kind: 'linkColumn', cell: /cell: \([^()]*\) =>\s*\(?\s*<OpenLink to=\{[^{}]*\}>\{[\w.]+(?:\[field\])?\}<\/OpenLink>/g },
]
const found = (text: string) => byHand.flatMap(({ kind, cell }) => [...text.matchAll(cell)].map(([drawn]) => `${kind}: ${drawn}`))

test('no list draws by hand what a kind of column draws', () => {
  expect(sources.flatMap(({ file, text }) => found(text).map((one) => `${file}: ${one}`))).toEqual([])
})

test('a cell that is drawn by hand is found', () => {
  const span = "cell: ({ lastIp }) => <span className={helpers.mono}>{lastIp || '–'}</span>"
  expect(found(span)).toHaveLength(1)
  expect(found('cell: (row) => formatTime(row.seenAt)')).toHaveLength(1)
  expect(found("cell: ({ at }) => (at === null ? t('never') : formatTime(at))")).toHaveLength(1)
  expect(found('cell: (row) => formatNumber(row.tagCount)')).toHaveLength(1)
  expect(found('cell: (row) => <State state={row.status} />')).toHaveLength(1)
  expect(found('cell: (row) => <OpenLink to={paths.file(row.fileId)}>{row.fileName}</OpenLink>')).toHaveLength(1)
})

/** Buttons with words at the end of rows. */
const withWords = ['gateways/waiting-list.tsx', 'displays/SoftwareModal.tsx']

test('a list says how many buttons its rows have; only buttons with words need a width', () => {
  const byWidth = sources.filter(({ file, text }) => !file.startsWith('table/') && text.includes('actionsWidth='))
  expect(byWidth.map(({ file }) => file.replaceAll('\\', '/')).toSorted()).toEqual(withWords.toSorted())
})
