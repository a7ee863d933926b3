/** Templates as files. */
import { expect, test } from 'vitest'
import { readReplacement, readTemplates, writeTemplates } from './template-file.ts'

const slide = { duration: 30, bgColor: '#000000', object: [], schedule: [], empty: false }
const template = { _id: 'Spring', size: '29' as const, show: [slide], updatedAt: 1 }

test('one template is an object, several are a list, and both are read again', () => {
  const one = writeTemplates([template])
  expect(one.name).toBe('template_Spring.json')
  expect(readTemplates(one.text)).toEqual([{ name: 'Spring', size: '29', show: [slide] }])
  const two = writeTemplates([template, { ...template, _id: 'Summer' }])
  expect(two.name).toBe('templates.json')
  expect(readTemplates(two.text)?.map(({ name }) => name)).toEqual(['Spring', 'Summer'])
})

test.each([
  ['a text', 'hello'],
  ['half of a file', '{"name":"a","size":"29"'],
  ['null', 'null'],
  ['an empty list', '[]'],
  ['no name', '{"size":"29","show":[]}'],
  ['an empty name', '{"name":" ","size":"29","show":[]}'],
  ['no size', '{"name":"a","show":[]}'],
  ['an unknown size', '{"name":"a","size":"42","show":[]}'],
  ['a show that is no list', '{"name":"a","size":"29","show":{}}'],
  ['one bad among good ones', '[{"name":"a","size":"29","show":[]},{"name":"b"}]'],
  ['more templates than anybody has', JSON.stringify(Array.from({ length: 501 }, () => ({ name: 'a', size: '29', show: [] })))],
  ['brackets without end', '['.repeat(200_000)],
])('a file with %s is no file of templates', (_, text) => expect(readTemplates(text)).toBeUndefined())

test('a file that replaces a template needs no name', () => {
  expect(readReplacement('{"size":"29","show":[]}')).toEqual({ size: '29', show: [] })
  expect(readReplacement('{"show":[]}')).toBeUndefined()
})
