/** What a bridge says of itself is told to who manages bridges. */
import { expect, test } from 'vitest'
import { seedStore } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'

const { context: test_, app, api } = await startTestApp()
await seedStore(test_.context, 'BR1')

test('the port that signs call stands in the list of bridges once a bridge has told it', async () => {
  const { status, body: made } = await api('POST', '/bridge', { name: 'Shop', storeCodes: ['BR1'] })
  expect(status, String(made.message)).toBe(200)
  const row = async () => {
    const { body } = await api('POST', '/bridge/search', { filter_name: 'Shop', condition_name: '==' })
    return (body.data as { signPort: number | null; problems: string[] }[])[0]
  }
  expect(await row()).toMatchObject({ signPort: null, problems: [] })
  const report = { version: '1', revision: '', have: {}, problems: ['no room'], signPort: 2301 }
  const headers = { authorization: `Bearer ${String(made.token)}` }
  expect((await app.inject({ method: 'POST', url: '/api/bridge/sync', headers, payload: report })).statusCode).toBe(200)
  expect(await row()).toMatchObject({ signPort: 2301, problems: ['no room'] })
})
