/** Screens draw what is typed or chosen by one set of inputs, so that all of them look and behave alike. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '') }))

/** Elements of their own, each with its reason. */
const exceptions: Record<string, string> = {
  'session/new-password.screen.tsx': 'hidden: tells the password manager whose password it is',
}
const inputsOf = (text: string) => [...text.matchAll(/<(?:input|select|textarea)\b[^>]*/g)].map(([tag]) => tag)

test('no file beside ui/inputs.tsx writes an input, a select or a textarea, but for hidden ones with a reason', () => {
  const found = sources.flatMap(({ file, text }) => inputsOf(text).map((tag) => ({ file, tag })))
  const bare = found.filter(({ file, tag }) => file !== 'ui/inputs.tsx' && !(file in exceptions && tag.includes('type="hidden"')))
  expect(bare.map(({ file, tag }) => `${file}: ${tag}`)).toEqual([])
  expect(Object.keys(exceptions).filter((file) => !found.some((one) => one.file === file))).toEqual([])
})

/** The kit's inputs; those of `form/` add to them what the server refused. */
const kit =
  /\b(?:TextInput|PasswordInput|Textarea|NumberInput|Select|NativeSelect|Autocomplete|Checkbox|Radio|Switch|FileInput|FileButton)\b/
const wrapped = ['TextInput', 'Textarea', 'NumberInput', 'Select', 'Autocomplete', 'Password'].map((name) => `form/${name}.tsx`)

test("no file beside the inputs of form/ takes the kit's inputs", () => {
  const found = sources.filter(({ text }) =>
    [...text.matchAll(/import ([^;]*?) from '@mantine\/core'/g)].some(([, names = '']) => kit.test(names)),
  )
  expect(found.map(({ file }) => file).toSorted()).toEqual(wrapped.toSorted())
})
