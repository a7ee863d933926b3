/** What a PDF looks like, drawn by a program that others wrote: poppler's `pdftoppm`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pixelsPerMm } from '@endcap/label/paper'

const program = '/usr/bin/pdftoppm'
export const popplerMissing = existsSync(program) ? undefined : 'pdftoppm is not installed: apt-get install poppler-utils'

/** Points of a drawn page in a millimetre: as many as labels on paper have. */
export const pointsPerMm = pixelsPerMm

export interface DrawnPage {
  width: number
  height: number
  /** Red, green and blue of each point, row by row. */
  rgb: Uint8Array
}

function withFile<Answer>(content: Uint8Array, use: (file: string, folder: string) => Answer): Answer {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-pdf-'))
  try {
    const file = join(folder, 'in.pdf')
    writeFileSync(file, content)
    return use(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `sharper`: so many points for one of a label, across and down. */
export const renderPdf = (content: Uint8Array, sharper = 1): DrawnPage[] =>
  withFile(content, (file, folder) => {
    // Exact points: nothing is smoothed.
    const how = ['-r', String(25.4 * pointsPerMm * sharper), '-aa', 'no', '-aaVector', 'no']
    execFileSync(program, [...how, file, join(folder, 'page')], { stdio: 'pipe' })
    const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'))
    return pages.toSorted().map((name) => readPpm(readFileSync(join(folder, name))))
  })
/** What can be searched and copied. */
export const textOfPdf = (content: Uint8Array): string =>
  withFile(content, (file) => execFileSync('/usr/bin/pdftotext', ['-raw', file, '-'], { encoding: 'utf8', stdio: 'pipe' }))

function readPpm(file: Buffer): DrawnPage {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), rgb: file.subarray(head.length) }
}
