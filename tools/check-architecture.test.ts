import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

const roots: string[] = []
afterEach(() => {
  for (const root of roots) rmSync(root, { recursive: true })
  roots.length = 0
})
function tree(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'endcap-architecture-'))
  roots.push(root)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

test.each([
  ['the console importing the server', 'console/src/a.ts', "import { x } from '@endcap/server/x'", 'console may not import server'],
  ['the contract importing the label', 'contract/src/a.ts', "import { x } from '@endcap/label/x'", 'contract may not import label'],
  ['a path into another workspace', 'fleet/src/a.ts', "import { x } from '../../server/src/x.ts'", 'by its package name'],
  ['the console drawing labels', 'console/src/a.ts', "import { x } from '@endcap/label/render'", 'no more of label'],
  ['files read by the renderer', 'label/src/draw.ts', "import { readFileSync } from 'node:fs'", 'no I/O'],
  [
    'a domain reaching into another',
    'server/src/labels/tags/tags.service.ts',
    "import { x } from '../products/products.queries.ts'",
    'through products.service.ts',
  ],
  [
    'a domain importing the engine',
    'server/src/labels/tags/tags.service.ts',
    "import { x } from '../engine/engine.ts'",
    'never imports the engine',
  ],
  [
    'a wing that knows one above it',
    'server/src/catalogue/products/products.service.ts',
    "import { x } from '../../labels/layouts/layouts.service.ts'",
    'catalogue may not know labels, which is above it',
  ],
  [
    'the platform that knows a wing',
    'server/src/platform/http/bind.ts',
    "import type { X } from '../../people/session/session.ts'",
    'platform may not know people',
  ],
  [
    'a wing that knows the process',
    'server/src/people/session/session.service.ts',
    "import { x } from '../../app.ts'",
    'may not know what puts the process together',
  ],
  [
    'a wing that takes what another does not offer',
    'server/src/labels/tags/tags.service.ts',
    "import { x } from '../../people/session/throttle.ts'",
    'people does not offer this to other wings',
  ],
  [
    'a shared part of the console that knows a feature',
    'console/src/ui/Fact.tsx',
    "import { x } from '../tags/index.ts'",
    'what features share may not know tags',
  ],
  [
    'a feature that reaches past the index of another',
    'console/src/tasks/task-list.screen.tsx',
    "import { x } from '../tags/TagPeek.tsx'",
    'tasks reaches tags through its index.ts',
  ],
  [
    'the same as it is fetched later',
    'console/src/tasks/task-list.screen.tsx',
    "const x = lazyPart(() => import('../tags/TagPeek.tsx'))",
    'tasks reaches tags through its index.ts',
  ],
  [
    'a feature that knows the shell',
    'console/src/tags/TagPeek.tsx',
    "import { x } from '../shell/Scope.tsx'",
    'may know what puts the console together',
  ],
  [
    'an index that offers too much',
    'console/src/tags/index.ts',
    "export { a, b, c } from './a.ts'\nexport type { D, E, F } from './d.ts'",
    'at most 5 things, not 6',
  ],
  ['an index that offers all of a file', 'console/src/tags/index.ts', "export * from './TagPeek.tsx'", 'only names what others may use'],
  ['the same in a lazy import', 'console/src/a.ts', "const x = await import('@endcap/fleet/fleet')", 'console may not import fleet'],
])('%s is found', (_, path, content, problem) => {
  expect(checkArchitecture(tree({ [path]: content }))).toEqual([expect.stringContaining(problem)])
})

const signalMap = "export interface SignalMap {\n  /** One. */\n  mails: Record<string, never>\n  'store-moves': { storeCode: string }\n}\n"

test('a signal that nothing listens to is found, in tests alone counts for nothing', () => {
  const root = tree({
    'server/src/platform/signals/signals.ts': signalMap,
    'server/src/people/mail/mail.jobs.ts': "export const jobs = [{ name: 'mails', wakesOn: ['papers', 'mails'] }]",
    'server/src/chain/stores/stores.test.ts': "signals.on('store-moves', () => {})",
  })
  expect(checkArchitecture(root)).toEqual([expect.stringContaining("'store-moves': nothing listens")])
})

test('a signal is heard by a job or by a part of the process', () => {
  const root = tree({
    'server/src/platform/signals/signals.ts': signalMap,
    'server/src/people/mail/mail.jobs.ts': "export const jobs = [{ name: 'mails', wakesOn: ['mails'] }]",
    'server/src/overviews/push/push.ts': "signals.on('store-moves', () => {})",
  })
  expect(checkArchitecture(root)).toEqual([])
})

test('what is allowed is not', () => {
  const root = tree({
    'server/src/labels/tags/tags.service.ts':
      "import { x } from '../products/products.service.ts'\nimport { y } from './tags.queries.ts'\nimport { z } from '@endcap/contract/tags'",
    'label/src/fonts.ts': "import { readFileSync } from 'node:fs'",
  })
  expect(checkArchitecture(root)).toEqual([])
})

test('a public module, a service and a port may be used by another wing', () => {
  const imports = ['session/tokens.ts', 'session/session.service.ts', 'ports.ts'].map((path) => `import { x } from '../../people/${path}'`)
  expect(checkArchitecture(tree({ 'server/src/labels/tags/tags.service.ts': imports.join('\n') }))).toEqual([])
})

test('public modules that nothing needs any more are reported', () => {
  const problems = checkArchitecture(tree({ 'server/src/server.ts': '' }))
  expect(problems).toContainEqual(expect.stringContaining('no other wing uses people/session/tokens.ts'))
})

test('domains of a wing that know each other in a ring are found, over a third as well', () => {
  const root = tree({
    'server/src/labels/tags/tags.service.ts': "import { x } from '../layouts/layouts.service.ts'",
    'server/src/labels/layouts/layouts.service.ts': "import { x } from '../promotions/promotions.service.ts'",
    'server/src/labels/promotions/promotions.service.ts': "import type { X } from '../tags/tags.service.ts'",
    'server/src/labels/tags/tags.test.ts': "import { x } from '../status-check/status-check.service.ts'",
  })
  expect(checkArchitecture(root)).toEqual([expect.stringContaining('in a ring: labels/layouts, labels/promotions, labels/tags')])
})

test('folders of the platform that know each other in a ring are found, the one of its own files too', () => {
  const root = tree({
    'server/src/platform/context.ts': "import type { Blobs } from './blobs/blobs.ts'",
    'server/src/platform/blobs/blobs.ts': "import { now } from '../base/clock.ts'",
    'server/src/platform/base/clock.ts': "import type { Context } from '../context.ts'",
  })
  expect(checkArchitecture(root)).toEqual([expect.stringContaining('in a ring: platform, platform/base, platform/blobs')])
})

test('an index, what features share and what puts the console together may be used as they are for', () => {
  const root = tree({
    'console/src/tags/index.ts': "/** What others use. */\nexport { a, b, c, d } from './TagPeek.tsx'\nexport { e } from './later.tsx'\n",
    'console/src/tags/later.tsx': "import { x } from '../ui/Fact.tsx'\nconst e = lazyPart(() => import('./TagPeek.tsx'))",
    'console/src/tasks/task-list.screen.tsx': "import { a } from '../tags/index.ts'",
    'console/src/tasks/tasks.test.ts': "import { a } from '../tags/TagPeek.tsx'",
    'console/src/shell/Shell.tsx': "import { a } from '../tags/TagPeek.tsx'",
    'console/src/app/Application.tsx': "import { createAppRouter } from '../routes.tsx'",
    'console/src/routes.tsx': "page('/tag', () => import('./tags/tag-list.screen.tsx'))",
  })
  expect(checkArchitecture(root)).toEqual([])
})

test('features of the console that know each other in a ring are found', () => {
  const root = tree({
    'console/src/tags/TagPeek.tsx': "import { x } from '../tasks/index.ts'",
    'console/src/tasks/Progress.tsx': "import { x } from '../papers/index.ts'",
    'console/src/papers/paper.modal.tsx': "import { x } from '../tags/index.ts'",
  })
  expect(checkArchitecture(root)).toEqual([expect.stringContaining('know each other in a ring: papers, tags, tasks')])
})

test('the project keeps to it', () => {
  expect(checkArchitecture('.')).toEqual([])
})
