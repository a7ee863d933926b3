import { describe, expect, test } from 'vitest'
import { checkAdvisories } from './advisories.ts'
import { checkDependencies, installed, isAllowed, type Entry, type Exceptions, type Lock } from './check-dependencies.ts'

const none: Exceptions = { licences: { MIT: '', 'Apache-2.0': '' }, unnamedLicences: {}, installScripts: {}, deprecated: {}, unhashed: {} }
const good: Entry = { version: '1.2.3', integrity: 'sha512-AAAA', license: 'MIT' }
const lockOf = (entry: Entry): Lock => ({
  packages: {
    '': { version: '0.1.0' },
    server: { version: '0.1.0' },
    'node_modules/@endcap/server': { resolved: 'server', link: true },
    'node_modules/some': { ...good, ...entry },
  },
})

test('a lock that holds every rule has no problem', () => {
  expect(checkDependencies(lockOf({}), none)).toEqual([])
  expect(checkDependencies(lockOf({ resolved: 'https://registry.example/some/-/some-1.2.3.tgz' }), none)).toEqual([])
})

describe('a problem', () => {
  test.each<[string, Entry, string]>([
    ['no integrity hash', { integrity: undefined }, 'has no integrity hash'],
    ['a weak integrity hash', { integrity: 'sha1-AAAA' }, 'has an integrity hash that is too weak'],
    ['a git source', { resolved: 'git+ssh://git@host.example/some.git#abc' }, 'is no package of a registry'],
    ['a source without TLS', { resolved: 'http://registry.example/some-1.2.3.tgz' }, 'is no package of a registry'],
    ['a file as its source', { resolved: 'file:../some.tgz' }, 'is no package of a registry'],
    ['no exact version', { version: undefined }, 'has no exact version'],
    ['a link out of the workspaces', { link: true, resolved: '../some' }, 'is no workspace'],
    ['a licence that is not on the list', { license: 'GPL-2.0-only' }, 'is under GPL-2.0-only'],
    ['half of a licence', { license: 'MIT AND BUSL-1.1' }, 'is under MIT AND BUSL-1.1'],
    ['no licence', { license: undefined }, 'names no licence'],
    ['an install script', { hasInstallScript: true }, 'runs a script while it is installed'],
    ['a note that it is deprecated', { deprecated: 'use other' }, 'is deprecated: use other'],
  ])('a dependency with %s is refused', (_what, entry, problem) => {
    expect(checkDependencies(lockOf(entry), none)).toEqual([expect.stringContaining(problem)])
  })

  test('an exception that nothing needs any more', () => {
    expect(checkDependencies(lockOf({}), { ...none, installScripts: { some: 'builds itself' } })).toEqual([
      "tools/dependency-exceptions.ts: installScripts: nothing needs 'some' any more",
    ])
  })

  test('a build for Linux on x64 without a hash, also where those for other systems may lack it', () => {
    const list = { ...none, unhashed: { so: 'other systems' } }
    const build: Entry = { integrity: undefined, optional: true, cpu: ['x64'] }
    expect(checkDependencies(lockOf({ ...build, os: ['darwin'] }), list)).toEqual([])
    expect(checkDependencies(lockOf({ ...build, os: ['linux'], libc: ['musl'] }), list)).toEqual([])
    expect(checkDependencies(lockOf({ ...build, os: ['linux'], libc: ['glibc'] }), list)).toContainEqual(
      expect.stringContaining('has no integrity hash'),
    )
  })
})

test('exceptions let pass what they name', () => {
  const list = {
    ...none,
    installScripts: { some: '' },
    deprecated: { some: '' },
    unnamedLicences: { some: { licence: 'MIT', reason: '' } },
  }
  expect(checkDependencies(lockOf({ hasInstallScript: true, deprecated: 'old', license: undefined }), list)).toEqual([])
})

test('what only development needs may have any licence', () => {
  expect(checkDependencies(lockOf({ dev: true, license: 'GPL-2.0-only' }), none)).toEqual([])
})

test.each([
  ['MIT OR GPL-2.0-only', true],
  ['(MIT OR GPL-2.0-only) AND Apache-2.0', true],
  ['(MIT AND GPL-2.0-only) OR GPL-2.0-only', false],
  ['MIT AND (GPL-2.0-only OR Apache-2.0)', true],
  ['toString', false],
])('the licence %s: %s', (expression, allowed) => {
  expect(isAllowed(expression, none.licences)).toBe(allowed)
})

describe('advisories', () => {
  const check = (version: string, ...advisories: unknown[]) =>
    checkAdvisories(
      installed(lockOf({ version })),
      advisories.map((one) => ({ file: 'made.json', text: JSON.stringify(one) })),
    )
  const advisory = (events: Record<string, string>[], more = {}) => ({
    id: 'MADE-1',
    summary: 'reads too far',
    affected: [{ package: { ecosystem: 'npm', name: 'some' }, ranges: [{ type: 'SEMVER', events }] }],
    ...more,
  })
  const twoRanges = advisory([{ introduced: '0' }, { fixed: '1.2.4' }, { introduced: '2.0.0-beta.1' }, { last_affected: '2.1.0' }])

  test.each([
    ['1.2.3', true],
    ['1.2.4', false],
    ['1.10.0', false],
    ['2.0.0-alpha.9', false],
    ['2.0.0-beta.2', true],
    ['2.1.0', true],
    ['2.1.1', false],
  ])('version %s is held: %s', (version, held) => {
    expect(check(version, twoRanges)).toEqual({ problems: held ? [`some ${version}: MADE-1: reads too far`] : [], read: 1 })
  })

  test('a version that is listed by itself is held', () => {
    const listed = { id: 'MADE-2', affected: [{ package: { ecosystem: 'npm', name: 'some' }, versions: ['1.2.3'] }] }
    expect(check('1.2.3', listed).problems).toEqual(['some 1.2.3: MADE-2: no summary'])
  })

  test('withdrawn advisories, and those of other ecosystems and packages, hold nothing', () => {
    const events = [{ introduced: '0' }]
    const of = (ecosystem: string, name: string) => advisory(events, { affected: [{ package: { ecosystem, name }, versions: ['1.2.3'] }] })
    const result = check('1.2.3', advisory(events, { withdrawn: '2026-01-01T00:00:00Z' }), of('PyPI', 'some'), of('npm', 'other'))
    expect(result).toEqual({ problems: [], read: 2 })
  })

  test('a file that is no advisory does not pass as harmless', () => {
    const broken = check('1.2.3', { hello: 1 }, advisory([{ introduced: 'one' }])).problems
    expect(broken).toHaveLength(2)
    for (const problem of broken) expect(problem).toContain('made.json: is no advisory in the OSV format')
  })
})
