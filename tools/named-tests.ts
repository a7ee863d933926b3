/**
 * Tests that a page names: a file in backticks, and behind it the titles in quotes. `…` in a title stands for what is left out.
 * In lists of findings each one names at least one, so that what is said to hold is shown.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Finds a title where it is written, be it in a call or in a table of cases. */
export function literalOf(title: string): RegExp {
  const parts = title.split('…').map((part) =>
    part
      .trim()
      .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll("'", String.raw`\\?'`),
  )
  return new RegExp(`(['"\`])${parts.join('[^\\n]*?')}\\1`)
}

/** A page that lists what was found wrong, with what holds now. */
export const isFindings = (page: string): boolean => /^docs\/[\w-]*findings\.md$/.test(page)

interface Finding {
  line: number
  text: string
}
/** What begins with a number at the margin, with the lines that are moved in below it. */
function findingsOf(content: string): Finding[] {
  const findings: Finding[] = []
  let current: Finding | undefined
  for (const [place, text] of content.split('\n').entries()) {
    if (/^\d+\.\s/.test(text)) findings.push((current = { line: place + 1, text }))
    else if (/^\S/.test(text)) current = undefined
    else if (current !== undefined) current.text += `\n${text}`
  }
  return findings
}

/** One line for each test that is not there, and each finding that names none: `<line>: <what>`. */
export function checkFindings(root: string, content: string): string[] {
  return findingsOf(content).flatMap(({ line, text }) => {
    const pairs = [...text.replaceAll(/\s+/g, ' ').matchAll(/`([\w./-]+\.(?:test|e2e)\.tsx?)`((?:,? "[^"]+")+)/g)]
    if (pairs.length === 0) return [`${line}: no test shows it`]
    return pairs.flatMap(([, path = '', titles = '']) => {
      if (!existsSync(join(root, path))) return [`${line}: there is no test file ${path}`]
      const source = readFileSync(join(root, path), 'utf8')
      return [...titles.matchAll(/"([^"]+)"/g)]
        .filter(([, title = '']) => !literalOf(title).test(source))
        .map(([title]) => `${line}: ${path} has no test ${title}`)
    })
  })
}
