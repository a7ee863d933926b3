/** What the server refuses of settings stands at its field. */
import { CallError } from '@endcap/contract/client'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { TextInput } from '../form/TextInput.tsx'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { type } from '../testing/shoot.ts'
import { SettingForm } from './SettingForm.tsx'

function Form() {
  const [problem, setProblem] = useState<unknown>()
  const refuse = () => setProblem(new CallError(400, { code: 'invalid', message: 'smtp.port: must be a number', field: 'smtp.port' }))
  return (
    <SettingForm mayStore onStore={refuse} problem={problem}>
      <TextInput field="server" label="Server" defaultValue="" />
      <TextInput field="port" label="Port" defaultValue="" />
      <button type="submit">Save</button>
    </SettingForm>
  )
}

test('a setting that the server refuses has the text below it and the focus, until it is changed', async () => {
  await drawDialog(<Form />, { path: '/', services: {} })
  await eventually(() => expect(document.querySelector('form')).not.toBeNull())
  document.querySelector('button')!.click()
  const [server, port] = [...document.querySelectorAll('input')]
  await eventually(() => expect(port!.getAttribute('aria-invalid')).toBe('true'))
  expect(document.getElementById(port!.getAttribute('aria-describedby') ?? '')?.textContent).toBe('must be a number')
  expect(document.activeElement).toBe(port)
  expect(server!.hasAttribute('aria-describedby')).toBe(false)
  type(port!, '25')
  await eventually(() => expect(port!.getAttribute('aria-invalid')).not.toBe('true'))
})
