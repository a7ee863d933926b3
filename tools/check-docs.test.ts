import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkDocs } from './check-docs.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true })
})
/** What is found in a project with these pages, an index of `docs/` that leads to all of them, and a picture. */
function check(pages: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'endcap-docs-'))
  roots.push(root)
  for (const [path, content] of Object.entries({ 'docs/README.md': '[a](a.md)\n', 'docs/a.md': '# A\n', 'docs/x.png': '', ...pages })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return checkDocs(root)
}
const long = 'word '.repeat(30).trim()

test.each([
  ['a line of prose that is too long', `One.\n\n${long}\n`, 'docs/a.md:3: 149 characters; 120 are the most'],
  ['an item of a list that is too long', `- ${long}\n`, 'docs/a.md:1: 151 characters'],
  ['a link to a file that is not there', 'See [this](gone.md).\n', 'docs/a.md:1: gone.md: there is no such file'],
  ['a picture that is not there', '![](pictures/gone.png)\n', 'docs/a.md:1: pictures/gone.png: there is no such file'],
  [
    'a link to a heading that is not there',
    'See [this](#the-end).\n\n## The beginning\n',
    'docs/a.md:1: #the-end: docs/a.md has no heading',
  ],
  ['the same on another page', 'See [this](README.md#part-two).\n', 'docs/a.md:1: README.md#part-two: docs/README.md has no heading'],
  ['a definition of a link that leads nowhere', '[there]: gone.md\n', 'docs/a.md:1: gone.md: there is no such file'],
])('%s is found', (_, content, problem) => {
  expect(check({ 'docs/a.md': content })).toEqual([expect.stringContaining(problem)])
})

test('a page that the index does not lead to is found, one that a page of it leads to is not', () => {
  const pages = { 'docs/guide/lost.md': '# Lost\n', 'docs/guide/found.md': '# Found\n', 'docs/a.md': '[found](guide/found.md)\n' }
  expect(check(pages)).toEqual(['docs/guide/lost.md:1: docs/README.md does not lead here'])
})

test('tables, code, headings, and what cannot be broken may be long; addresses elsewhere are not looked at', () => {
  const content = [
    `# ${long}`,
    `| ${long} |`,
    `\`\`\`\n${long}\n[x](gone.md)\n\`\`\``,
    `See <https://example.org/${'a'.repeat(120)}>.`,
    '[there](https://example.org/gone.md) and `[code](gone.md)`, [here](#with-code-and-marks), ![](x.png)',
    '## With `code`, and marks!',
  ].join('\n\n')
  expect(check({ 'docs/a.md': content })).toEqual([])
})

test('each finding names tests that there are, by file and title, also over several lines', () => {
  const good = '1. **It was wrong.**\n    Now it holds.\n    - `a/x.test.ts` "is right,\n      at last", "… of %s"\n'
  const pages = (content: string) => ({
    'docs/README.md': '[f](b-findings.md)\n',
    'docs/b-findings.md': `# F\n\n${content}`,
    'a/x.test.ts': "test('is right, at last', () => {})\ntest.each([1])('the price of %s', () => {})\n",
  })
  const found = (content: string) => check(pages(content)).filter((problem) => problem.startsWith('docs/b-findings.md'))
  expect(found(good)).toEqual([])
  expect(found(`${good}2. **Nothing shows it.** Believe us.\n`)).toEqual(['docs/b-findings.md:7: no test shows it'])
  expect(found(good.replace('x.test', 'gone.test'))).toEqual(['docs/b-findings.md:3: there is no test file a/gone.test.ts'])
  expect(found(good.replace('is right', 'is wrong'))).toEqual(['docs/b-findings.md:3: a/x.test.ts has no test "is wrong, at last"'])
  // Only a list of findings is looked at so.
  expect(check({ 'docs/a.md': '1. no finding\n' })).toEqual([])
})

test('the project keeps to it', () => {
  expect(checkDocs('.')).toEqual([])
})
