/** Tries a script on sample data before it is saved: the same code as in earnest, with nothing stored and no alarm raised. */
import { triedRecords, type Trial } from '@endcap/contract/scripts'
import type { RequestOf } from '@endcap/contract/endpoint'
import type { scripts as endpoints } from '@endcap/contract/scripts'
import { encodePng } from '@endcap/label/bitmap'
import type { Context } from '../../platform/context.ts'
import { forbidden, invalid, notFound } from '../../platform/base/errors.ts'
import { readProductsByScript, type Others } from '../product-files/read-by-script.ts'
import { otherRules, rulesOf } from '../product-files/product-files.service.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import type { Session } from '../../platform/http/session.ts'
import type { TextReading } from '../../platform/text-files/decode.ts'
import { storeLanguages } from '../../platform/text-files/languages.ts'
import { createReadier } from '../scripts/in-use.ts'
import { decorateBy, tagOf, type LabelToDecorate } from '../scripts/decorate.ts'
import { parserOf, type Parser } from '../scripts/parsers.ts'
import type { ReadByScript } from '../scripts/records.ts'
import { ScriptFailure, type Fault, type Script, type TrialRun } from '../../platform/script-runner/runner.ts'
import { sampleLabel } from '../scripts/samples.ts'
import { scopeFor, type ScriptPlace } from '../scripts/scripts.service.ts'
import { askScript } from '../scripts/third-party.ts'
import { decoratedOf, faultOfItem, Unusable, type ShownProduct } from '../scripts/check-answers.ts'

/** What a paper file is read with to try its parser script. */
interface PaperTrial extends Omit<Awaited<ReturnType<typeof rulesOf>>, 'layouts'> {
  parser: Parser
  /** Records may name this store and no other; any, when it is left out. */
  storeCode: string | undefined
  name: string
  content: AsyncIterable<Uint8Array>
  text: TextReading
  listed: Context['config']['printers']
}

declare module '../../platform/base/ports.ts' {
  interface Ports {
    /** Reads a paper file by a parser script: each record is a label, checked as a line of a file is. */
    readPapersByScript(options: PaperTrial): Promise<ReadByScript & { rows: readonly { line: number }[] }>
  }
}

type Body = RequestOf<(typeof endpoints)['try']>['body']
type Sample = NonNullable<Body['sample']>

const nothing: Trial = { fault: null, log: '', ms: 0, file: null, products: null, label: null, login: null }
const faultFor = (fault: Fault | undefined): Trial['fault'] => {
  if (fault === undefined) return null
  const { type, message, line, column = null, trace } = fault
  return { type, message, line, column, trace }
}

/** Who tries, and whether they still wait. */
interface By {
  session: Session
  trial: TrialRun
}

export async function tryScript(context: Context, by: By, place: ScriptPlace, body: Body): Promise<Trial> {
  const { session, trial } = by
  const scope = scopeFor(session, place)
  const { kind } = place
  if (kind === 'third-party-authentication') return tryLogin(context, trial, body)
  if (kind === 'tag-data-decorator' || kind === 'plus-data-decorator') return tryDecorator(context, by, { kind, scope }, body)
  const { file } = body
  if (file === undefined) throw invalid('Choose a sample file first.', 'file')
  const script = { ...(await ready(context, { kind, scope }, body.code)), trial }
  const content = Buffer.from(file.content, 'base64')
  const { aliases, numbers, site, layouts } = await rulesOf(context, scope)
  const text = { languages: await storeLanguages(context.db, scope) }
  const common = { parser: parserOf(context, script), name: file.name, content: inOneChunk(content), text, aliases, numbers, site }
  if (kind === 'product-file-parser') {
    const records: Record<string, unknown>[] = []
    const wholeChain = session.stores === 'all'
    const others = await otherRules(context.db, { wholeChain, byWholeChain: wholeChain })
    const read = await readProductsByScript({
      ...common,
      others,
      layouts,
      goodRowsToo: true,
      onRows: async (rows) =>
        void records.push(...rows.slice(0, triedRecords - records.length).map(({ line, ...row }) => ({ row: line, ...row }))),
    })
    return fileTrial(
      read,
      [...records, ...otherRecords(read.others)].toSorted((a, b) => Number(a.row) - Number(b.row)).slice(0, triedRecords),
    )
  }
  const storeCode = scope === '' ? undefined : scope
  const read = await context.ports.readPapersByScript({ ...common, storeCode, listed: context.config.printers })
  return fileTrial(
    read,
    read.rows.slice(0, triedRecords).map(({ line, ...row }) => ({ row: line, ...row })),
  )
}

/** Families and second codes as the result shows them, without what they leave empty. */
function otherRecords({ families, secondCodes }: Others): Record<string, unknown>[] {
  const filledOf = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== false))
  return [
    ...families.slice(0, triedRecords).map(({ line, ...family }) => ({ row: line, type: 'family', ...family })),
    ...secondCodes.slice(0, triedRecords).map(({ line, ...code }) => ({ row: line, type: 'secondCode', ...filledOf(code) })),
  ]
}

async function* inOneChunk(content: Uint8Array) {
  yield content
}
async function ready(
  context: Context,
  { kind, scope }: { kind: Script['kind']; scope: string },
  code: string,
  storeCode = scope,
): Promise<Script> {
  return (await createReadier(context, [storeCode]))({ kind, code }, storeCode)
}

function fileTrial({ dataCount, errorCount, errors, rowFaults, fault, log, ms }: ReadByScript, records: Record<string, unknown>[]): Trial {
  const whole = fault === undefined && errorCount > 0 && rowFaults.length === 0 ? errors : []
  return {
    ...nothing,
    fault: faultFor(fault),
    log,
    ms: Math.ceil(ms),
    file: {
      dataCount,
      records,
      errorCount: errorCount - (fault === undefined ? 0 : 1),
      errors: [...whole.map((message) => ({ row: 0, message, line: null })), ...rowFaults],
    },
  }
}

/** Nothing of a store that is not theirs. */
function checkStore(session: Session, { storeCode }: Sample): void {
  if (!session.allows(storeCode)) throw forbidden('This store is not one of yours.', 'other-store')
}

async function tryDecorator(
  context: Context,
  { session, trial }: By,
  place: { kind: Script['kind']; scope: string },
  { code, sample }: Body,
): Promise<Trial> {
  if (sample === undefined) throw invalid('Choose what to try the script on.', 'sample')
  checkStore(session, sample)
  if (place.scope !== '' && sample.storeCode !== place.scope)
    throw invalid('The sample must be of the store that the script is for.', 'sample.storeCode')
  const found = await sampleLabel(context.db, sample)
  if (found === undefined)
    throw notFound(sample.tagMac === undefined ? 'This product does not exist.' : 'This tag does not exist, or shows no product.')
  const [label = found] = await context.ports.promoteLabels(context.db, [found])
  const script = { ...(await ready(context, place, code, sample.storeCode)), trial }
  return place.kind === 'tag-data-decorator' ? tryOnTag(context, script, label) : tryOnDevice(context, script, label, sample)
}

async function tryOnTag(context: Context, script: Script, label: LabelToDecorate): Promise<Trial> {
  const run = await runItems(context, script, label)
  const [decorated] = await decorateBy(context, { script, labels: [label] })
  const draw = async (one: LabelToDecorate | undefined) => {
    if (one === undefined) return { picture: null, problem: '' }
    const { pages, problems } = await context.ports.drawLabel(context, { ...one, layoutId: one.layoutId ?? null, asItIs: true })
    const [page] = pages
    return { picture: page === undefined ? null : Buffer.from(encodePng(page)).toString('base64'), problem: problems[0]?.detail ?? '' }
  }
  const [before, after] = await Promise.all([draw(label), draw(decorated?.label)])
  return { ...run, label: { before: before.picture, after: after.picture, problem: after.problem } }
}

async function tryOnDevice(context: Context, script: Script, label: LabelToDecorate, { device }: Sample): Promise<Trial> {
  const shown = { mac: '', name: 'Sample', model: '', width: 1920, height: 158, template: '', ...device }
  return runItems(context, script, label, shown)
}

/** What the script makes of each product, one by one. */
async function runItems(context: Context, script: Script, label: LabelToDecorate, device?: object): Promise<Trial> {
  const aliases = await listAliases(context.db)
  const products = label.products.flatMap(({ prCode, prInfo, layoutId = null, nfc = null }) =>
    prInfo === null ? [] : [{ prCode, before: { prInfo, layoutId: label.layoutId ?? layoutId, nfc: label.nfc ?? nfc } }],
  )
  try {
    const { results, late, log, ms } = await context.scripts.decorate(
      script,
      products.map(({ prCode, before }) => [{ prCode, ...before }, device ?? tagOf(label)]),
    )
    return {
      ...nothing,
      fault: faultFor(late ?? undefined),
      log,
      ms: Math.ceil(ms),
      products: products.map(({ prCode, before }, place) => ({ prCode, before, ...outcomeOf(results[place], before, aliases) })),
    }
  } catch (error) {
    if (!(error instanceof ScriptFailure)) throw error
    const none = products.map((product) => ({ ...product, after: null, fault: null }))
    return { ...nothing, fault: faultFor(error.fault), log: error.log, products: none }
  }
}

function outcomeOf(result: unknown, before: ShownProduct, aliases: Awaited<ReturnType<typeof listAliases>>) {
  if (result === undefined) return { after: null, fault: null }
  const failed = faultOfItem(result)
  if (failed !== undefined) return { after: null, fault: { ...failed, trace: [] } }
  try {
    return { after: decoratedOf(result, before, aliases), fault: null }
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { after: null, fault: { type: 'Unusable', message: error.message, line: null, trace: [] } }
  }
}

async function tryLogin(context: Context, trial: TrialRun, { code, login }: Body): Promise<Trial> {
  if (login === undefined) throw invalid('Give the e-mail address and password to try.', 'login')
  const script = { ...(await ready(context, { kind: 'third-party-authentication', scope: '' }, code)), trial }
  const tried = await askScript(context, script, { ...login, ip: '' })
  const { fault, log, ms, requests } = tried
  const found = 'account' in tried ? tried.account : undefined
  const roleName =
    found === undefined
      ? ''
      : ((await context.db.selectFrom('roles').select('name').where('role_id', '=', found.roleId).executeTakeFirst())?.name ?? '')
  return {
    ...nothing,
    fault: faultFor(fault),
    log,
    ms: Math.ceil(ms),
    login: {
      account:
        found === undefined
          ? null
          : {
              email: found.email,
              name: found.name,
              role_id: found.roleId,
              roleName,
              store: found.stores,
              enableWholeStore: found.wholeStore,
            },
      refused: 'refused' in tried ? tried.refused : null,
      requests,
    },
  }
}
