/** What was refused of a page's form is said until it is changed. */
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { eventually } from '../testing/eventually.ts'
import { Refusal, usePageForm } from './use-page-form.ts'

interface Stored {
  id: string
  updatedAt: number
  seconds: number
}
const begin = { seconds: 0 }
const load = (): Promise<Stored> => Promise.reject(new Error('nothing is loaded'))

function Form() {
  const form = usePageForm<Stored, { seconds: number }>({
    id: undefined,
    kind: 'show',
    load,
    toDraft: ({ seconds }) => ({ seconds }),
    begin,
    save: ({ seconds }) =>
      seconds === 0 ? Promise.reject(new Refusal('must be greater than 0')) : Promise.resolve({ id: '1', updatedAt: 1 }),
  })
  return (
    <>
      <button type="button" onClick={() => void form.save()}>
        save
      </button>
      <button type="button" onClick={() => form.change({ seconds: 5 })}>
        change
      </button>
      <button type="button" onClick={form.undo}>
        undo
      </button>
      <button type="button" onClick={() => form.change({ seconds: 0 })}>
        empty
      </button>
      <p>{form.problem instanceof Error ? form.problem.message : `seconds: ${form.draft?.seconds}`}</p>
    </>
  )
}
const press = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
const says = (text: string) => eventually(() => expect(document.querySelector('p')?.textContent).toBe(text))

test('a value that is corrected takes the refusal away', async () => {
  await drawDialog(<Form />, { path: '/', services: {} })
  await says('seconds: 0')
  press('save')
  await says('must be greater than 0')
  press('change')
  await says('seconds: 5')
})

test('so does taking the wrong value back', async () => {
  await drawDialog(<Form />, { path: '/', services: {} })
  await says('seconds: 0')
  press('change')
  await says('seconds: 5')
  press('empty')
  await says('seconds: 0')
  press('save')
  await says('must be greater than 0')
  press('undo')
  await says('seconds: 5')
})
