/** Lines that are split in bulk: the same records and numbers of lines as csv-parse alone gives, however the file comes in pieces. */
import { CsvError, parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { FileProblem } from '../../platform/text-files/file-problem.ts'
import { sniffBytes } from '../../platform/text-files/detect-encoding.ts'
import { csvRecords } from './csv-records.ts'

const languages = { regions: new Set<never>(), codes: new Set<string>() }
/** What is read behind the first bytes, by which the encoding is found, comes in pieces of any length. */
const begin = `A,B,C\n${`#${'x'.repeat(999)}\n`.repeat(Math.ceil(sniffBytes / 1000))}`

interface Outcome {
  records: [line: number, ...values: string[]][]
  wrongLine?: number
}
async function read(text: string, pieces: readonly number[]): Promise<Outcome> {
  const bytes = Buffer.from(text)
  async function* content() {
    yield Buffer.from(begin)
    for (let [from, turn] = [0, 0]; from < bytes.length; turn++) {
      const size = pieces[turn % pieces.length] ?? 1
      yield bytes.subarray(from, from + size)
      from += size
    }
  }
  const records: Outcome['records'] = []
  try {
    for await (const some of csvRecords(content(), { languages, encoding: 'utf-8' }))
      for (const { record, line } of some) records.push([line, ...record])
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error
    return { records: [], wrongLine: Number(error.reason?.values?.line) }
  }
  return { records }
}

/** Lines of the comment that the reference goes without. */
const commented = begin.split('\n').length - 2
/** csv-parse over the whole text, as it read all files before. */
function reference(text: string): Outcome {
  const options = {
    delimiter: ',',
    record_delimiter: ['\r\n', '\n', '\r'],
    comment: '#',
    comment_no_infix: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true as const,
  }
  try {
    const rows = parse(`A,B,C\n${text}`, options) as unknown as { record: string[]; info: { lines: number } }[]
    const holding = rows.filter(({ record }) => record.some((value) => value.trim() !== ''))
    return { records: holding.map(({ record, info }) => [info.lines + (info.lines > 1 ? commented : 0), ...record]) }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { records: [], wrongLine: Number(error.lines) + commented }
  }
}

/** The same numbers in every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

test('plain lines, quoted values, blank lines, comments and all line ends come as csv-parse reads them', async () => {
  const words = ['1', 'Milk', '"Milk, fresh"', '"6"" pipe"', '""', '', ' ', '#2', '牛乳', 'ab#c']
  const ends = ['\n', '\r\n', '\r', '\n\n', '\n#, "comment"\n', '\r\n , \r\n']
  const dice = createDice(1)
  for (let round = 0; round < 40; round++) {
    let text = ''
    for (let line = 0; line < 30; line++) {
      text += Array.from({ length: 3 }, () => words[dice(words.length)]).join(',')
      if (line < 29 || dice(2) === 0) text += ends[dice(ends.length)]
    }
    expect(await read(text, [1 + dice(5), 1 + dice(40), 1 + dice(300)]), JSON.stringify(text)).toEqual(reference(text))
  }
})

test('a value over several lines and a quote in a wrong place are read, or refused with their line, as csv-parse does', async () => {
  const parts = ['a', ',', '"', '""', '\n', '\r\n', '\r', '#', ' ', 'Milk', ',', '\n', '"over\ntwo lines"', '"x"']
  const dice = createDice(2)
  const wrong = new Set<boolean>()
  for (let round = 0; round < 150; round++) {
    const text = Array.from({ length: 1 + dice(25) }, () => parts[dice(parts.length)]).join('')
    const expected = reference(text)
    wrong.add(expected.wrongLine !== undefined)
    expect(await read(text, [1 + dice(3), 1 + dice(9)]), JSON.stringify(text)).toEqual(expected)
  }
  expect(wrong.size).toBe(2)
})
