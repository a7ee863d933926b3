/** A paper task as it is drawn: its name is not replaced by another one while it is on its way. */
import { expect, test } from 'vitest'
import { PaperTaskDetailScreen } from './task-detail.screen.tsx'
import { drawDialog } from '../testing/dialog.tsx'

test('the heading of a paper task says that it waits until the name of the task is there', async () => {
  let answer = (_: object) => undefined as void
  const tasks = () => new Promise((resolve) => (answer = resolve))
  const rows = async () => ({ data: [], recordsTotal: 0, recordsFiltered: 0 })
  const aliases = async () => ({ aliasList: [], meant: {} })
  const session = { user: { email: 'a@shop.example', privilege: [], systemConfig: {} } }
  await drawDialog(<PaperTaskDetailScreen />, {
    path: '/paper/task/$storeCode/$taskId',
    services: {
      api: { papers: { tasks, rows }, aliases: { list: aliases } },
      session: { get: () => session, subscribe: () => () => undefined },
    },
    words: ['common', 'papers', 'table'],
  })
  const heading = () => document.querySelector('h1')
  await expect.poll(() => heading()?.getAttribute('aria-busy')).toBe('true')
  answer({ data: [{ taskDes: 'Christmas paper', total: 1, done: 1, failed: 0 }] })
  await expect.poll(() => heading()?.textContent).toBe('Christmas paper')
  expect(heading()?.getAttribute('aria-busy')).toBe('false')
})
