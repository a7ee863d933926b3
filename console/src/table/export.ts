/** Writes a list as a file just as it is shown: its filter, its order, its columns and their words. */
import { csvLine, csvStart } from '@endcap/contract/csv'
import { allRowsLimit, type TablePage } from '@endcap/contract/table'
import type { Job, Saved } from '../data/transfers.ts'
import { saveBlob } from '../data/save.ts'
import type { Column } from './spec.ts'
import { cellText } from './text-of.ts'

/** Rows fetched with one call. */
const pageRows = 1000

interface Options<Row> {
  title: string
  fileName: string
  /** Filter and order, without paging. */
  request: Record<string, unknown>
  load: (body: Record<string, unknown>, signal: AbortSignal) => Promise<TablePage<Row>>
  rowId: (row: Row) => string
  columns: readonly Column<Row>[]
  headingOf: (column: Column<Row>) => string
  t: (key: string) => string
  save?: (content: Blob, fileName: string) => void
}

/** Walks the list's own endpoint page by page, to at most as many rows as a list may show. */
export function exportJob<Row>(options: Options<Row>): Job {
  const { title, fileName, request, load, rowId, columns, headingOf, t, save = saveBlob } = options
  return {
    title,
    async run({ progress, signal }): Promise<Saved> {
      // The browser keeps a blob's parts off the script's memory.
      let content = new Blob([csvStart, csvLine(columns.map(headingOf))])
      // Rows may change places between two pages: each is written once.
      const seen = new Set<string>()
      let total = 0
      for (let start = 0; start < allRowsLimit; start += pageRows) {
        const page = await load({ ...request, start, length: pageRows }, signal)
        total = page.recordsFiltered
        const lines: string[] = []
        for (const row of page.data) {
          const id = rowId(row)
          if (seen.has(id)) continue
          seen.add(id)
          lines.push(csvLine(columns.map((column) => cellText(column, row, t))))
        }
        content = new Blob([content, ...lines], { type: 'text/csv;charset=utf-8' })
        progress(seen.size, Math.min(total, allRowsLimit))
        signal.throwIfAborted()
        if (page.data.length < pageRows) break
      }
      save(content, fileName)
      return { fileName, rows: seen.size, ...(total > allRowsLimit && { of: total }) }
    },
  }
}

/** Every system can write such a name: `tags-2026-11-21-1805.csv`. */
export function exportName(title: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const name = title.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^-+|-+$/g, '')
  return `${name === '' ? 'list' : name}-${day}-${two(at.getHours())}${two(at.getMinutes())}.csv`
}
