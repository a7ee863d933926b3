/** What a PDF looks like, drawn by poppler at the points that labels are laid out by. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pixelsPerMm } from '@endcap/label/paper'

const program = '/usr/bin/pdftoppm'
export const popplerMissing = existsSync(program) ? undefined : 'pdftoppm is not installed: apt-get install poppler-utils'

export interface DrawnPage {
  width: number
  height: number
  /** Red, green and blue of each point, row by row. */
  rgb: Uint8Array
}

export function drawPdf(document: Uint8Array): DrawnPage[] {
  const folder = mkdtempSync(join(tmpdir(), 'endcap-pdf-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), document)
    const how = ['-r', String(25.4 * pixelsPerMm), '-aa', 'no', '-aaVector', 'no']
    execFileSync(program, [...how, join(folder, 'in.pdf'), join(folder, 'page')], { stdio: 'pipe' })
    const names = readdirSync(folder).filter((name) => name.endsWith('.ppm'))
    return names.toSorted().map((name) => {
      const file = readFileSync(join(folder, name))
      const [head = '', width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.subarray(0, 40).toString('latin1')) ?? []
      return { width: Number(width), height: Number(height), rgb: file.subarray(head.length) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
