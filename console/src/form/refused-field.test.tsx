/** What a server refuses stands at the field that its answer names, drawn for real in a dialog. */
import { CallError } from '@endcap/contract/client'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { FormModal } from './modal.tsx'
import { Password } from './Password.tsx'
import { fieldFor, PlainField, RefusedField } from './refused-field.tsx'
import { Select } from './Select.tsx'
import { TextInput } from './TextInput.tsx'

const refuse = (message: string, field?: string) => new CallError(400, { code: 'invalid', message, ...(field !== undefined && { field }) })

function Form({ send }: { send: () => Promise<void> }) {
  const [email, setEmail] = useState('')
  const [stores, setStores] = useState<readonly string[]>([])
  return (
    <FormModal title="Member" submit="Save" onSubmit={send} onClose={() => undefined}>
      <TextInput field="email" label="Email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <Password field="password" label="Password" />
      <Select field="layoutId" label="Layout" data={['A', 'B']} defaultValue="A" />
      <TextInput label="Not sent" />
      <label>
        Role
        <PlainField field="role_id">{(attributes) => <select {...attributes} id="role" />}</PlainField>
      </label>
      <button type="button" id="choose" onClick={() => setStores(['S1'])}>
        Choose
      </button>
      <RefusedField field="store" value={stores} />
    </FormModal>
  )
}

const find = (selector: string) => document.querySelector<HTMLElement>(selector)
const at = (field: string) => document.querySelector<HTMLInputElement>(`[data-field="${field}"]`)!
const alert = () => find('form [role=alert]')?.textContent
/** What a reader of the screen says with the field. */
const describedBy = (field: string) =>
  (at(field).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')
const invalid = () => [...document.querySelectorAll<HTMLElement>('[aria-invalid=true]')].map(({ dataset }) => dataset.field)

/** Draws the form and sends it; each attempt meets the next of these refusals. */
async function sent(...refusals: Error[]) {
  await drawDialog(<Form send={() => Promise.reject(refusals.shift() ?? new Error('Sent too often'))} />, { path: '/', services: {} })
  // An open dialog takes the focus.
  await eventually(() => expect(find('[role=dialog]')?.contains(document.activeElement)).toBe(true))
  await press()
  await eventually(() => expect(alert()).toBeDefined())
}
async function press() {
  await eventually(() => expect(find('form button[type=submit]:not([disabled])')).not.toBeNull())
  find('form button[type=submit]')!.click()
}

describe('a refusal that names a field of the form', () => {
  test.each(['email', 'password', 'layoutId'])('stands below %s, which gets the focus; the top says it too', async (field) => {
    await sent(refuse(`${field}: is not right`, field))
    await eventually(() => expect(describedBy(field)).toBe('is not right'))
    expect(invalid()).toEqual([field])
    expect(alert()).toBe(`${field}: is not right`)
    expect(document.activeElement).toBe(at(field))
  })
  test('stands below a plain select', async () => {
    await sent(refuse('There is no role 7.', 'role_id'))
    await eventually(() => expect(describedBy('role_id')).toBe('There is no role 7.'))
    expect(invalid()).toEqual(['role_id'])
    expect(document.activeElement?.id).toBe('role')
  })
  test('stands below what is chosen out of a list, until another choice', async () => {
    await sent(refuse('There is no store S9', 'store'))
    await eventually(() => expect(at('store').textContent).toBe('There is no store S9'))
    expect([at('store').hidden, document.activeElement]).toEqual([false, at('store')])
    find('#choose')!.click()
    await eventually(() => expect(at('store').hidden).toBe(true))
  })
  test('goes when the field is changed, not when another one is', async () => {
    await sent(refuse('email: is taken', 'email'))
    await eventually(() => expect(invalid()).toEqual(['email']))
    type(at('password'), 'x')
    await eventually(() => expect(at('password').value).toBe('x'))
    expect(invalid()).toEqual(['email'])
    type(at('email'), 'a@b.c')
    await eventually(() => expect(invalid()).toEqual([]))
    expect([at('email').value, describedBy('email')]).toEqual(['a@b.c', ''])
  })
  test('gives way to that of the next attempt', async () => {
    await sent(refuse('email: is taken', 'email'), refuse('password: is too short', 'password'))
    await eventually(() => expect(invalid()).toEqual(['email']))
    await press()
    await eventually(() => expect([alert(), invalid()]).toEqual(['password: is too short', ['password']]))
    expect(describedBy('password')).toBe('is too short')
  })
  test('is said in the words of the form where it has some', async () => {
    await sent(new Error('That address is taken', { cause: refuse('email: exists', 'email') }))
    await eventually(() => expect(describedBy('email')).toBe('That address is taken'))
  })
})

test.each([
  ['without a field', refuse('Not now')],
  ['with a field that the form does not show', refuse('version: is not a number', 'version')],
  ['that never reached the server', new Error('Enter Name, Please!')],
])('a refusal %s stands at the top alone', async (_, error) => {
  await sent(error)
  expect(alert()).toBe(error.message)
  expect(invalid()).toEqual([])
  expect(at('store').hidden).toBe(true)
})

test.each([
  ['email', ['name', 'email'], 'email'],
  ['config.timezone', ['timezone'], 'timezone'],
  ['productList.0.prCodeList', ['productList', 'prCodeList'], 'prCodeList'],
  ['prCodeList.3', ['prCodeList'], 'prCodeList'],
  ['productList.0.prCodeList.3', ['prCodeList', 'code'], 'prCodeList'],
  ['version', ['name'], undefined],
  ['', ['name', ''], undefined],
])('what is refused at “%s” of a call stands in a form with %o at %s', (place, fields, field) => {
  expect(fieldFor(place, fields)).toBe(field)
})
