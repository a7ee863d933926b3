/** Ticket printing: products are found, labels are looked at and printed as PDF, lists are kept as templates (specification 3 §2, §5). */
import { Readable } from 'node:stream'
import { foundProducts, maxPrintTemplates, type PrintItem, type PrintRow } from '@endcap/contract/printing'
import { countPages, labelsOnPage, paperLayoutOf } from '@endcap/label/paper'
import { listAliases, nameSlot } from '../../catalogue/aliases/aliases.service.ts'
import { recordChange } from '../../platform/audit/audit.service.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/audit/transaction.ts'
import { conflict, invalid, notFound } from '../../platform/base/errors.ts'
import type { Draw, Drawer } from '../papers/draw.ts'
import { productsOf } from '../papers/papers.service.ts'
import type { Session } from '../../platform/http/session.ts'
import { codeOfSite, codesOfSite, getSetting } from '../../settings/settings.service.ts'
import { writeDocument } from './print-document.ts'
import { readPrintList } from './print-list.ts'
import { dropTemplate, findProducts, findTemplate, listTemplates, putTemplate } from './printing.queries.ts'

export async function findToPrint({ db }: Context, storeCode: string, term: string) {
  if (term === '') return { exact: false, productList: [] }
  const aliases = await listAliases(db)
  const { site } = await getSetting(db, 'system')
  const barcodes = aliases.filter((alias) => alias.type === 'barcode').map((alias) => alias.index)
  const search = { storeCode, term, prCode: codeOfSite(site, term), barcodes, name: nameSlot(aliases), limit: foundProducts }
  const rows = await findProducts(db, search)
  return {
    // A barcode that stands on two products is neither's.
    exact: rows[0]?.exact === true && rows[1]?.exact !== true,
    productList: rows.map(({ prCode, prInfo }) => ({ prCode, prInfo })),
  }
}

export async function productsToPrint({ db }: Context, storeCode: string, prCodeList: readonly string[]) {
  const codes = [...new Set(await codesOfSite(db, prCodeList))]
  const found = await productsOf(db, storeCode, codes)
  return {
    productList: [...found].map(([prCode, prInfo]) => ({ prCode, prInfo })),
    unknown: codes.filter((code) => !found.has(code)),
  }
}

/** Each label by itself, as a bitmap. */
export async function previewLabels({ db }: Context, draw: Draw, storeCode: string, items: readonly PrintItem[]) {
  const { labels, ...words } = await readPrintList(db, storeCode, items)
  const answers = await Promise.all(
    labels.map(async ({ layout, line, prCode, prInfo }) => {
      const rows = [{ line, prCode, prInfo, copies: 1 }]
      const { bitmaps = [], failures } = await draw({ make: 'bitmaps', title: prCode, layout: layout.name, rows, ...words })
      const [bitmap = null] = bitmaps
      const data = bitmap && Buffer.from(bitmap).toString('base64')
      return { prCode, layoutId: layout.name, data, problem: failures[0]?.detail ?? '' }
    }),
  )
  return { prList: answers }
}

interface AskedPage {
  prList: readonly PrintItem[]
  cutMarks: boolean
  /** From 1. */
  page: number
}
export async function previewPage({ db }: Context, draw: Draw, storeCode: string, { prList, cutMarks, page }: AskedPage) {
  const { labels, ...words } = await readPrintList(db, storeCode, prList)
  const pages = countPages(labels)
  if (page > pages) throw invalid(`There is no page ${page}: the list has ${pages}.`, 'page')
  const sheet = labelsOnPage(labels, page)
  const rows = sheet.map(({ line, prCode, prInfo, copies }) => ({ line, prCode, prInfo, copies }))
  const layout = sheet[0]?.layout.name ?? ''
  const { content, failures } = await draw({ make: 'sheet', title: '', layout, rows, cutMarks, ...words })
  if (content === undefined) throw new Error('The page could not be drawn')
  return {
    encodedImage: Buffer.from(content).toString('base64'),
    pages,
    labels: labels.reduce((sum, label) => sum + label.copies, 0),
    problems: failures.map(({ line, detail }) => ({ line, prCode: rows.find((row) => row.line === line)?.prCode ?? '', detail })),
  }
}

/** Bytes that wait for a slow reader before drawing rests. */
const highWaterMark = 256 * 1024

export async function printDocument(
  { db }: Context,
  drawer: Drawer,
  storeCode: string,
  { prList, cutMarks }: Pick<AskedPage, 'prList' | 'cutMarks'>,
) {
  const job = await readPrintList(db, storeCode, prList)
  const document = writeDocument(drawer, job, { title: `Labels ${storeCode}`, cutMarks })
  const content = Readable.from(document, { objectMode: false, highWaterMark })
  return { name: `labels-${storeCode}.pdf`, type: 'application/pdf', content }
}

export async function readTemplate({ db }: Context, storeCode: string, name: string) {
  const found = await findTemplate(db, storeCode, name)
  if (found === undefined) throw gone(name)
  return found
}
const gone = (name: string) => notFound(`There is no saved list ${name}.`)

interface ToSave {
  name: string
  layoutId: string | null
  prList: PrintRow[]
  overwrite: boolean
}
export async function saveTemplate({ db, clock }: Context, session: Session, storeCode: string, given: ToSave) {
  const { name, layoutId, prList, overwrite } = given
  if (prList.length === 0) throw invalid('There are no products to print.', 'prList')
  for (const requestedLayout of [layoutId, ...prList.map((row) => row.layoutId)])
    if (requestedLayout !== null && paperLayoutOf(requestedLayout) === undefined)
      throw invalid(`There is no template ${requestedLayout}.`, 'layoutId')
  return inTransaction(db, async (tx) => {
    const before = await findTemplate(tx, storeCode, name)
    if (before === undefined && (await listTemplates(tx, storeCode)).length >= maxPrintTemplates)
      throw conflict(`A store keeps at most ${maxPrintTemplates} saved lists. Remove one that is not needed.`, 'too-many-print-templates')
    const saved = await putTemplate(tx, { storeCode, name, layoutId, prList, by: session.email, at: clock.now(), overwrite })
    if (saved === undefined) throw conflict(`There is a saved list ${name} already. Overwrite it?`, 'print-template-exists')
    const shortOf = (one: { layoutId: string | null; rows: number; labels: number }) => ({
      layoutId: one.layoutId,
      rows: one.rows,
      labels: one.labels,
    })
    await recordChange(tx, {
      subject: { kind: 'print-template', id: name, storeCode },
      before: before === undefined ? null : shortOf(before),
      after: shortOf(saved),
    })
    return saved
  })
}

export async function removeTemplate({ db }: Context, storeCode: string, name: string) {
  return inTransaction(db, async (tx) => {
    if (!(await dropTemplate(tx, storeCode, name))) throw gone(name)
    await recordChange(tx, { subject: { kind: 'print-template', id: name, storeCode }, before: { name }, after: null })
    return { name }
  })
}
