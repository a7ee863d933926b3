/** An empty list says why, and has the button that fills it. */
import { IconPlus } from '@tabler/icons-react'
import { act } from 'react'
import { expect, test } from 'vitest'
import { drawDialog } from '../testing/dialog.tsx'
import { Empty, FillButton } from './Empty.tsx'
import type { Action } from './spec.ts'

const action: Action<object> = { name: 'create', needs: 'store_config.write', on: 'table', icon: IconPlus, opens: () => null }
const draw = async (filtered: boolean, onStart = (_: Action<object>) => undefined as void) => {
  const fill = <FillButton name="storeConfig" action={action} onStart={onStart} />
  await drawDialog(<Empty filtered={filtered} text="No store" hint="Because" fill={fill} onClear={() => undefined} />, {
    path: '/setting/store-config',
    services: {},
    words: ['storeConfig', 'table'],
  })
  await expect.poll(() => document.querySelector('button')).not.toBeNull()
  return document.querySelector('button')!
}

test('a list without rows says why and offers the action that fills it', async () => {
  const started: string[] = []
  const button = await draw(false, ({ name }) => void started.push(name))
  expect(document.body.textContent).toContain('No store')
  expect(document.body.textContent).toContain('Because')
  expect(button.textContent).toBe('Create the first store')
  await act(async () => button.click())
  expect(started).toEqual(['create'])
})

test('a list that is empty for its filters offers to take these away alone', async () => {
  const button = await draw(true)
  expect(button.textContent).toBe('Clear all')
  expect(document.querySelectorAll('button')).toHaveLength(1)
})
