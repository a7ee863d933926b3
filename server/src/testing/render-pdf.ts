/** What a PDF looks like, drawn by a program that others wrote: poppler's `pdftoppm`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = '/usr/bin/pdftoppm'
export const popplerMissing = existsSync(program) ? undefined : 'pdftoppm is not installed: apt-get install poppler-utils'

/** Points of a drawn page in a millimetre: as many as labels on paper have. */
export const pointsPerMm = 8

export interface DrawnPage {
  width: number
  height: number
  /** Red, green and blue of each point, row by row. */
  rgb: Uint8Array
}

export function renderPdf(content: Uint8Array): DrawnPage[] {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-pdf-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), content)
    // Exact points of the pictures: nothing is smoothed.
    const how = ['-r', String(25.4 * pointsPerMm), '-aa', 'no', '-aaVector', 'no']
    execFileSync(program, [...how, join(folder, 'in.pdf'), join(folder, 'page')], { stdio: 'pipe' })
    const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'))
    return pages.toSorted().map((name) => readPpm(readFileSync(join(folder, name))))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readPpm(file: Buffer): DrawnPage {
  const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), rgb: file.subarray(head.length) }
}
