/**
 * The decorators: what a label or a display shows is passed through the store's script before it is drawn. Where no script is set nothing is
 * started. A label whose script fails is not drawn at all: an undecorated price must not come onto a shelf.
 */
import { modelOf } from '@endcap/label/models'
import { systemLocation } from '@endcap/contract/alarms'
import { raiseAlarm } from '../../people/alarms/alarms.service.ts'
import { listAliases } from '../aliases/aliases.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { layoutOfLabel } from '../products/layout-of-label.ts'
import { createReadier, scriptsInUse, type InUse } from './in-use.ts'
import { formatFault, ScriptFailure, type Fault, type Item, type Script } from '../../platform/script-runner/runner.ts'
import { noteRun } from './runs.ts'
import { forgetBreakdowns, noteBreakdown } from './scripts.queries.ts'
import { decoratedOf, faultOfItem, Unusable, type ShownProduct } from './check-answers.ts'

export type Scripts = Pick<Context, 'db' | 'clock' | 'scripts' | 'signals' | 'log'>

interface ProductToShow {
  prCode: string
  prInfo: string[] | null
  layoutId?: string | null
  nfc?: string | null
}
export interface LabelToDecorate {
  storeCode: string
  tagType: string
  tagMac?: string | undefined
  /** A display that shows it, instead of a tag. */
  device?: object
  /** The task that draws it. */
  taskId?: string | undefined
  barcode?: string | null
  battery?: number | null
  page?: number | null
  /** Of the tag's assignment; the script may choose another. */
  layoutId?: string | null
  nfc?: string | null
  products: readonly ProductToShow[]
}
/** Why a label cannot be decorated; `fault` is absent for a script that is suspended. */
export interface DecoratorFailure {
  detail: string
  prCode: string
  line: number | null
}
export type Decorated<T> = { label: T; failure?: undefined } | { failure: DecoratorFailure; label?: undefined }

/** Breakdowns in a row after which a script is suspended. */
const maxBreakdowns = 3
const unavailable: Fault = { type: 'Unavailable', message: 'scripts cannot be run on this server now', line: null, trace: [] }
/** What tells that a script breaks its sandbox or takes too long, rather than that one product is wrong. */
const breakdownTypes = new Set(['Timeout', 'MemoryError', 'Crash', 'OutputLimit', 'Forbidden'])

export function tagOf({ tagType, tagMac, barcode, battery, page }: LabelToDecorate) {
  const model = modelOf(tagType)
  const size = model === undefined ? 'UNKNOWN' : model.size.replace('.', 'p')
  return {
    tagId: barcode ?? tagMac ?? null,
    tagMac: tagMac ?? null,
    tagType,
    size,
    width: model?.width ?? 0,
    height: model?.height ?? 0,
    battery: battery ?? null,
    page: page ?? 0,
  }
}
const shownOf = ({ prInfo, nfc }: ProductToShow, label: LabelToDecorate): ShownProduct => ({
  prInfo: prInfo ?? [],
  layoutId: layoutOfLabel({ layoutId: label.layoutId ?? null, products: label.products }),
  nfc: label.nfc ?? nfc ?? null,
})

/** Whether labels of a store pass through a script. */
export const hasDecorator = async (db: Context['db'], storeCode: string): Promise<boolean> =>
  (await scriptsInUse(db, 'tag-data-decorator', [storeCode])).size > 0

/**
 * Decorates labels by the scripts of their stores. `real`: for glass, so that failures raise the alarm and breakdowns suspend the script;
 * otherwise a person only looks. Answers in the order of `labels`.
 */
export async function decorateLabels<T extends LabelToDecorate>(
  context: Scripts,
  labels: readonly T[],
  { real = false } = {},
): Promise<Decorated<T>[]> {
  const stores = [...new Set(labels.map((label) => label.storeCode))]
  const used = labels.length === 0 ? new Map<string, InUse>() : await scriptsInUse(context.db, 'tag-data-decorator', stores)
  if (used.size === 0) return labels.map((label) => ({ label }))
  const ready = await createReadier(context, [...used.keys()])
  const results = new Map<T, Decorated<T>>()
  await Promise.all(
    [...used].map(async ([storeCode, inUse]) => {
      const own = labels.filter((label) => label.storeCode === storeCode)
      const decorated = await decorateBy(context, { script: ready(inUse, storeCode), labels: own, ...(real && { inUse }) })
      for (const [place, label] of own.entries()) results.set(label, decorated[place] ?? { label })
    }),
  )
  return labels.map((label) => results.get(label) ?? { label })
}

interface Run<T> {
  script: Script
  labels: readonly T[]
  /** The stored script, of which breakdowns and failures are to be noted. */
  inUse?: InUse
}

/** Decorates labels of one store by one script. */
export async function decorateBy<T extends LabelToDecorate>(context: Scripts, { script, labels, inUse }: Run<T>): Promise<Decorated<T>[]> {
  // A product that does not exist is told by the plan of the label.
  const items = labels.flatMap((label) =>
    label.products.filter((product) => product.prInfo !== null).map((product) => ({ label, product })),
  )
  const ran = await runAll(context, { script, labels: items.map(({ label, product }) => itemOf(label, product)), inUse })
  const { outcomes } = ran
  const aliases = await listAliases(context.db)
  let next = 0
  const decorated = labels.map((label): Decorated<T> => {
    const products: ProductToShow[] = []
    let [failure, first]: [DecoratorFailure | undefined, ShownProduct | undefined] = [undefined, undefined]
    for (const product of label.products) {
      if (product.prInfo === null) {
        products.push(product)
        continue
      }
      const after = read(outcomes[next++], shownOf(product, label), aliases)
      if ('detail' in after) failure ??= { ...after, prCode: product.prCode }
      else {
        first ??= after
        products.push({ ...product, prInfo: after.prInfo, layoutId: after.layoutId, nfc: after.nfc })
      }
    }
    if (failure !== undefined) return { failure }
    if (first === undefined) return { label }
    return { label: { ...label, products, ...(first.layoutId !== null && { layoutId: first.layoutId }), nfc: first.nfc } }
  })
  if (inUse !== undefined) {
    await noteFailures(context, script, decorated)
    await noteDecorated(context, { script, labels, inUse }, { decorated, ...ran })
  }
  return decorated
}

const itemOf = (label: LabelToDecorate, product: ProductToShow): Item => [
  { prCode: product.prCode, ...shownOf(product, label) },
  label.device ?? tagOf(label),
]

type Outcome = { result: unknown } | { fault: Fault; why?: string }

/** One outcome for each item. Who is late fails, and those behind it get another run, until the script is suspended. */
async function runAll(
  context: Scripts,
  { script, labels: items, inUse }: { script: Script; labels: Item[]; inUse: InUse | undefined },
): Promise<{ outcomes: Outcome[]; log: string; ms: number }> {
  const outcomes: Outcome[] = []
  const run = { outcomes, log: '', ms: 0 }
  let broken = inUse?.suspended ?? null
  let breakdowns = 0
  while (outcomes.length < items.length && broken === null) {
    const fault = await runUntilBreakdown(context, script, items.slice(outcomes.length), run)
    if (fault === undefined) break
    breakdowns++
    if (inUse !== undefined) {
      const note = { why: formatFault(fault), limit: maxBreakdowns, at: context.clock.now() }
      if (await noteBreakdown(context.db, inUse, note)) broken = note.why
    } else if (breakdowns >= maxBreakdowns) broken = formatFault(fault)
  }
  if (broken === null && breakdowns === 0 && inUse !== undefined && inUse.breakdowns > 0) await forgetBreakdowns(context.db, inUse)
  const why = `The script is suspended until it is saved again. ${broken}`
  // Without a breakdown a missing answer is reported by the code that looks for it.
  while (broken !== null && outcomes.length < items.length)
    outcomes.push({ fault: { type: 'Suspended', message: why, line: null, trace: [] }, why })
  return run
}

/** Answers the fault when the script broke down; a script that cannot even be loaded fails for all. */
async function runUntilBreakdown(
  { scripts, log }: Scripts,
  script: Script,
  items: Item[],
  run: { outcomes: Outcome[]; log: string; ms: number },
): Promise<Fault | undefined> {
  const { outcomes } = run
  const took = (printed: string, ms: number) => {
    run.log += printed
    run.ms += ms
  }
  try {
    const { results, late, log: printed, ms } = await scripts.decorate(script, items)
    took(printed, ms)
    outcomes.push(...results.slice(0, items.length).map((result): Outcome => ({ result })))
    if (late !== null) outcomes.push({ fault: late })
    return late ?? undefined
  } catch (error) {
    if (!(error instanceof ScriptFailure)) log.error({ err: error }, 'scripts cannot be run')
    const { fault } = error instanceof ScriptFailure ? error : { fault: unavailable }
    if (error instanceof ScriptFailure) took(error.log, error.ms)
    const isBreakdown = breakdownTypes.has(fault.type)
    // Which item broke it is not known: those of this run fail together.
    outcomes.push(...items.map((): Outcome => ({ fault })))
    return isBreakdown ? fault : undefined
  }
}

function read(
  outcome: Outcome | undefined,
  before: ShownProduct,
  aliases: Awaited<ReturnType<typeof listAliases>>,
): ShownProduct | { detail: string; line: number | null } {
  if (outcome === undefined) return { detail: 'The script did not answer.', line: null }
  if ('fault' in outcome) return { detail: outcome.why ?? formatFault(outcome.fault), line: outcome.fault.line }
  const failed = faultOfItem(outcome.result)
  if (failed !== undefined) return { detail: formatFault({ ...failed, trace: [] }), line: failed.line }
  try {
    return decoratedOf(outcome.result, before, aliases)
  } catch (error) {
    if (error instanceof Unusable) return { detail: error.message, line: null }
    throw error
  }
}

/** Writes the run down; batches of the same task are one run. */
async function noteDecorated(
  context: Scripts,
  { script, labels, inUse }: Run<LabelToDecorate> & { inUse: InUse },
  { decorated, log, ms }: { decorated: readonly Decorated<unknown>[]; log: string; ms: number },
): Promise<void> {
  const [task = '', ...more] = [...new Set(labels.flatMap(({ taskId }) => taskId ?? []))]
  const failures = decorated.flatMap((one) => (one.failure === undefined ? [] : [one.failure]))
  const [first] = failures
  await noteRun(context, {
    storeCode: script.scope,
    kind: inUse.kind,
    scope: inUse.scope,
    version: inUse.version,
    subject: task,
    more: more.length,
    ...(task !== '' && more.length === 0 && { key: `task ${task} by ${inUse.scope} ${inUse.version}` }),
    ms,
    items: labels.length,
    failed: failures.length,
    output: log,
    outcome: first === undefined ? 'OK' : 'FAILED',
    ...(first !== undefined && { detail: `Product ${first.prCode}: ${first.detail}`, line: first.line }),
  })
}

/** Raises the alarm of the store with the first of the failures. */
async function noteFailures(
  { db, clock, signals }: Scripts,
  { scope: storeCode, kind }: Script,
  decorated: readonly Decorated<unknown>[],
): Promise<void> {
  const failures = decorated.flatMap((one) => (one.failure === undefined ? [] : [one.failure]))
  const [first] = failures
  if (first === undefined) return
  await inTransaction(db, (tx) =>
    raiseAlarm(tx, {
      storeCode: storeCode === '' ? systemLocation : storeCode,
      type: 'DECORATOR EXCEPTION',
      class: 3,
      subject: kind,
      data: { script: kind, line: first.line ?? '–', reason: first.detail, prCode: first.prCode, labels: failures.length },
      at: clock.now(),
    }),
  )
  signals.notify('changed', { storeCode, changes: ['alarms'] })
}
