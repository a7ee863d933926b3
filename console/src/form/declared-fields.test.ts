/** Every input of a form says what it is called in the call that the form sends: what the server refuses can then stand at it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** How many inputs of a form need no name, and why. */
const withoutNames: Record<string, [count: number, why: string]> = {
  'access-points/PanelKeys.tsx': [2, 'a key is typed here and sent with all others: what is refused stands below them'],
  'access-points/sign.modal.tsx': [1, 'which sign is set is a key in the call'],
  'alarms/RuleForm.tsx': [2, 'they offer what the server takes, of one type among those that are sent'],
  'displays/assign.modal.tsx': [2, 'scans wait in a queue: one that is refused stands in its list'],
  'displays/scan.modals.tsx': [1, 'scans wait in a queue: one that is refused stands in its list'],
  'form/Chooser.tsx': [1, 'searches a list'],
  'form/EncodingChoice.tsx': [1, 'how the file is read: sent with it'],
  'gateways/channels.modal.tsx': [2, 'lines of a table, whose conflicts stand below it'],
  'gateways/edit.modal.tsx': [2, 'named around them where one gateway is set; of several, the table is sent as one'],
  'gateways/logs.modal.tsx': [1, 'chooses what is downloaded'],
  'layouts/SampleProduct.tsx': [2, 'chooses what is shown'],
  'layouts/create.modal.tsx': [2, 'the sides of a card are sent as its size'],
  'printing/all-rows.modal.tsx': [2, 'changes the list on the screen'],
  'printing/row.modal.tsx': [4, 'changes the list on the screen'],
  'products/ColumnChoice.tsx': [1, 'what the columns of a file mean: sent with it, and wrong choices are said beside the button'],
  'session/SignInFrame.tsx': [1, 'the language of the page'],
  'session/new-password.screen.tsx': [2, 'the code becomes the address; the password is typed twice and sent once'],
  'session/password.modal.tsx': [1, 'the password is typed twice and sent once'],
  'settings/SmtpForm.tsx': [1, 'sent as two switches'],
  'shows/apply-layout.modal.tsx': [1, 'each show is saved by itself'],
  'slide-editor/pick.modal.tsx': [2, 'changes the slide on the screen'],
  'slide-templates/template.modals.tsx': [1, 'is asked before the editor opens'],
  'stores/remove-store.modal.tsx': [1, 'typed to confirm'],
  'stores/store-parts.tsx': [1, 'the country is not sent: clock, language and currency follow from it'],
  'tags/assign.modal.tsx': [3, 'scans wait in a queue: one that is refused stays in the fields'],
}

const sources = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').replaceAll(/\/\*\*[^]*?\*\//g, '')]),
)

const hasShell = (text: string) => /<(FormModal|SettingForm|RefusedFields)\b/.test(text)
/** The components beside a form that it draws, such as `PromotionFields.tsx`. */
const besideOf = (file: string) =>
  [...(sources.get(file) ?? '').matchAll(/import [^;]*? from '(\.\/[^']+\.tsx)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  )

/** From a tag's name to its end; what stands in braces may hold other tags. */
function tagAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}') depth--
    if (text[at] === '>' && depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}
const inputs = /<(TextInput|NumberInput|Textarea|Select|Autocomplete|Password|Input|NativeSelect|TextArea|StoreField)\b/g
/** Ticks and choices have no text that could be wrong; what is only shown is not sent. */
const isNoField = (tag: string) => /type="(checkbox|radio|file|hidden)"/.test(tag) || /\sreadOnly(\s|$)/.test(tag)
/** By itself, or by what several inputs of the file share: an object with `field` in it. */
const hasName = (tag: string, text: string) =>
  /\sfield=/.test(tag) || /\{\.\.\.attributes\}/.test(tag) || (/\{\.\.\.\w+(\(.*\))?\}/.test(tag) && /\bfield: [^;\n]*,\n/.test(text))

const namelessIn = (text: string) =>
  [...text.matchAll(inputs)].map(({ index }) => tagAt(text, index)).filter((tag) => !isNoField(tag) && !hasName(tag, text))

const forms = [...sources].filter(([, text]) => hasShell(text)).map(([file]) => file)
const drawn = [...new Set(forms.flatMap((file) => [file, ...besideOf(file)]))].filter((file) => sources.has(file))
const nameless = Object.fromEntries(
  drawn.flatMap((file) => {
    const { length } = namelessIn(sources.get(file) ?? '')
    return length === 0 ? [] : [[file, length]]
  }),
)

test('every input of a form has its name, or is counted in the list with a reason', () => {
  expect(forms.length).toBeGreaterThan(60)
  expect(nameless).toEqual(Object.fromEntries(Object.entries(withoutNames).map(([file, [count]]) => [file, count])))
})
test('an input without a name is found, whatever stands in its attributes', () => {
  const field = (attributes: string) => namelessIn(`<FormModal>\n<TextInput ${attributes} />`).length
  expect(field('label="Name" onChange={(event) => setName(event.target.value)}')).toBe(1)
  expect(field('onChange={(event) => setName(event.target.value)} field="name"')).toBe(0)
  expect(field('{...rest}')).toBe(1)
  expect(field('value={code} readOnly')).toBe(0)
})
