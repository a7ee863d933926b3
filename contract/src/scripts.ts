/** Scripts in Python: parsers of files, decorators of what devices show, and sign-in by a third party (specification 2 §2, §3, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { epochSeconds, prCode, storeCode, tagMac, tagType } from './schemas.ts'

/** Named after the addresses of their editors. */
export const scriptKinds = [
  'product-file-parser',
  'paper-parser',
  'tag-data-decorator',
  'plus-data-decorator',
  'third-party-authentication',
] as const
export type ScriptKind = (typeof scriptKinds)[number]

/** `OFF`: no script. `DEFAULT`: the default script. `OWN`: the scope's own. The default itself is OFF or OWN. */
export const useTypes = ['OFF', 'DEFAULT', 'OWN'] as const
export type UseType = (typeof useTypes)[number]

/** What the calls write for the script of all stores that use it. */
export const defaultScope = 'default'

/** Characters of a script. */
export const maxScript = 100_000
/** Bytes of a sample file, and characters of it in base64. */
export const maxSample = 3_000_000
const maxSampleText = Math.ceil(maxSample / 3) * 4
/** Versions that the history names. */
export const listedVersions = 100
/** Records that a trial answers; it counts them all. */
export const triedRecords = 50

const useType = z.enum(useTypes)
const version = z.int().min(0).max(1_000_000_000)

export const script = z.object({
  code: z.string(),
  useType,
  /** Counts with each save; 0: never saved. Sent back with a change, it keeps that from undoing the change of another account. */
  version,
  updatedAt: epochSeconds.nullable(),
  updatedBy: z.string().nullable(),
  /** It broke down too often: it does not run until it is saved again. */
  suspended: z.object({ at: epochSeconds, why: z.string() }).nullable(),
  /** Of a store: whether there is a default script that DEFAULT would use. */
  hasDefault: z.boolean(),
})
export interface StoredScript extends z.infer<typeof script> {}

const saved = script.extend({ message: z.string() })
const code = z.string().max(maxScript)
const save = z.strictObject({
  code,
  /** Left out: OWN with a script; without one, what a store is that never had one. */
  useType: useType.optional(),
  /** The version that the change was made on: refused (`script-changed-since`) when there is a newer one. */
  version: version.optional(),
})

const storeRules = { access: 'setting.read', store: 'params.storeCode', allStores: defaultScope } as const
const storeWrites = { access: 'setting.write', store: 'params.storeCode', allStores: defaultScope } as const
const pair = <const P extends string>(path: P, what: string) => ({
  get: endpoint('GET', path, { ...storeRules, summary: `${what}: the script of a store, or of "default".`, response: script }),
  save: endpoint('POST', path, {
    ...storeWrites,
    summary: `${what}: saves the script of a store, or of "default", as a new version.`,
    body: save,
    response: saved,
  }),
})

const productFileParser = pair('/product/file/parser/store/:storeCode', 'Product file parser')
const paperParser = pair('/paper/parser/store/:storeCode', 'Paper parser')
const tagDecorator = pair('/tag/decorator/store/:storeCode', 'Tag data decorator')
const displayDecorator = pair('/plus/decorator/store/:storeCode', 'Signage data decorator')

const scriptVersion = z.object({
  version,
  useType,
  /** The version that was taken up again with this one. */
  restoredFrom: version.nullable(),
  updatedAt: epochSeconds,
  updatedBy: z.string(),
})
export interface ScriptVersion extends z.infer<typeof scriptVersion> {}

const place = z.int().nullable()
export const scriptFault = z.object({
  /** The exception, or Timeout, MemoryError, OutputLimit, InputLimit, Forbidden, Crash, MissingFunction. */
  type: z.string(),
  message: z.string(),
  /** In the script. */
  line: place,
  column: place.optional(),
  trace: z.array(z.object({ line: z.int(), function: z.string(), code: z.string() })),
})
export interface ScriptFault extends z.infer<typeof scriptFault> {}

const shown = z.object({ prInfo: z.array(z.string()), layoutId: z.string().nullable(), nfc: z.string().nullable() })
const picture = z.string().nullable()

export const trial = z.object({
  /** Why the script did not come to its end. */
  fault: scriptFault.nullable(),
  /** What it printed. */
  log: z.string(),
  ms: z.int(),
  /** Parsers: what became of the file. */
  file: z
    .object({
      dataCount: z.int(),
      records: z.array(z.record(z.string(), z.unknown())),
      errorCount: z.int(),
      /** Rows that were refused, with the line of the file and, where the script says it, of the script. */
      errors: z.array(z.object({ row: z.int(), message: z.string(), line: place })),
    })
    .nullable(),
  /** Decorators: each product of the device, as it is and as it becomes. */
  products: z.array(z.object({ prCode: z.string(), before: shown, after: shown.nullable(), fault: scriptFault.nullable() })).nullable(),
  /** Tag decorator: the label without and with the script, as PNG in base64. */
  label: z.object({ before: picture, after: picture, problem: z.string() }).nullable(),
  /** Authentication: what the account would be, or why the sign-in is refused; both null: not known there. */
  login: z
    .object({
      account: z
        .object({
          email: z.string(),
          name: z.string(),
          role_id: z.int(),
          roleName: z.string(),
          store: z.array(z.string()),
          enableWholeStore: z.boolean(),
        })
        .nullable(),
      refused: z.string().nullable(),
      requests: z.array(z.object({ method: z.string(), url: z.string(), status: place, ms: z.int(), problem: z.string() })),
    })
    .nullable(),
})
export interface Trial extends z.infer<typeof trial> {}

/** How a run in earnest ended: `REFUSED` when the script itself refused rows or the sign-in, `FAILED` when it did what it was not meant to. */
export const runOutcomes = ['OK', 'REFUSED', 'FAILED'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** A run in earnest; of a task, all of its labels. */
export const scriptRun = z.object({
  runId: z.string(),
  /** Where it ran; empty for sign-ins. */
  storeCode: z.string(),
  storeName: z.string(),
  kind: z.enum(scriptKinds),
  /** Whose script it was: the store's, or with an empty code the default one. */
  scope: z.string(),
  version: z.int(),
  /** The file, the task or the account. */
  subject: z.string(),
  /** Further tasks in the same run. */
  more: z.int(),
  startedAt: epochSeconds,
  endedAt: epochSeconds,
  /** Milliseconds of running. */
  ms: z.int(),
  /** Rows or products, and how many of them failed or were refused. */
  items: z.int(),
  failed: z.int(),
  outcome: z.enum(runOutcomes),
  /** What went wrong first, and where in the script. */
  detail: z.string(),
  line: place,
  /** Characters kept of what it printed. */
  printed: z.int(),
})
export interface ScriptRun extends z.infer<typeof scriptRun> {}

const sampleFile = z.strictObject({ name: z.string().min(1).max(200), content: z.base64().max(maxSampleText) })
const size = z.int().min(1).max(20_000)

export const scripts = {
  productFileParser: productFileParser.get,
  saveProductFileParser: productFileParser.save,
  paperParser: paperParser.get,
  savePaperParser: paperParser.save,
  tagDecorator: tagDecorator.get,
  saveTagDecorator: tagDecorator.save,
  displayDecorator: displayDecorator.get,
  saveDisplayDecorator: displayDecorator.save,
  authentication: endpoint('GET', '/auth/3rd/party', {
    access: 'setting.read',
    store: 'none',
    summary: 'Third-party authentication: its script. For role 0.',
    response: script,
  }),
  saveAuthentication: endpoint('POST', '/auth/3rd/party', {
    access: 'setting.write',
    store: 'none',
    summary: 'Third-party authentication: saves the script as a new version. For role 0.',
    body: save,
    response: saved,
  }),
  versions: endpoint('GET', '/script/:script/store/:storeCode/version', {
    ...storeRules,
    summary: 'What was saved of a script, newest first. Of third-party authentication the store is "default".',
    response: z.object({ versions: z.array(scriptVersion) }),
  }),
  version: endpoint('GET', '/script/:script/store/:storeCode/version/:scriptVersion', {
    ...storeRules,
    summary: 'One version with its code.',
    response: scriptVersion.extend({ code: z.string() }),
  }),
  restore: endpoint('POST', '/script/:script/store/:storeCode/restore', {
    ...storeWrites,
    summary: 'Takes an older version up again, as a new one.',
    body: z.strictObject({
      restore: version,
      /** The newest version that was seen. */
      version: version.optional(),
    }),
    response: saved,
  }),
  runs: endpoint('GET', '/script/:script/store/:storeCode/run', {
    ...storeRules,
    summary:
      'The last runs in earnest, newest first: in a store, or of the default script in all stores. Of third-party authentication the store is "default".',
    response: z.object({ runs: z.array(scriptRun) }),
  }),
  run: endpoint('GET', '/script/:script/store/:storeCode/run/:runId', {
    ...storeRules,
    summary: 'One run with the last 65,536 characters of what it printed.',
    response: scriptRun.extend({ output: z.string() }),
  }),
  try: endpoint('POST', '/script/:script/store/:storeCode/try', {
    ...storeWrites,
    writes: false,
    summary: 'Runs a script on sample data. Nothing is saved and nothing is changed.',
    perMinute: 60,
    body: z.strictObject({
      code,
      /** Parsers. */
      file: sampleFile.optional(),
      /** Decorators: a product of a store, on a tag that is there (with all its products) or on one that is not. */
      sample: z
        .strictObject({
          storeCode,
          tagMac: tagMac.optional(),
          prCode: prCode.optional(),
          tagType: tagType.optional(),
          device: z.strictObject({ name: z.string().max(100), model: z.string().max(100), width: size, height: size }).optional(),
        })
        .optional(),
      /** Authentication: requests are really made. */
      login: z.strictObject({ email: z.string().max(200), password: z.string().max(500) }).optional(),
    }),
    response: trial,
  }),
}
