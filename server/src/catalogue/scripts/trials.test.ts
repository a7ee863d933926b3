/** Trials of scripts among people: an account that tries what never ends holds up no other account, and is told so. */
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { SeededAccount } from '../../testing/seed.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { createScripts } from '../../testing/test-scripts.ts'

const { context, app, root } = await startTestApp()
const { newStore, manager } = createScripts(context, app, root, 'T')
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

const file = { name: 'a.csv', content: Buffer.from('x').toString('base64') }
const harmless = 'def row(r, ctx): pass\n'
const endless = `${harmless}while True: pass\n`
const attempt = (storeCode: string, { headers }: SeededAccount, code: string, signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/script/paper-parser/store/${storeCode}/try`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ code, file }),
    ...(signal !== undefined && { signal }),
  })

test('ten endless trials of one account: another store’s is answered, too many are refused, and they end with their caller', async () => {
  const [evil, good] = [await newStore(), await newStore()]
  const [eve, ann] = [await manager(evil), await manager(good)]
  const left = new AbortController()
  const attempts = Array.from({ length: 10 }, () => attempt(evil, eve, endless, left.signal))
  const all = Promise.allSettled(attempts)
  // One runs and three wait: the others are told so at once.
  const refused = await Promise.any(attempts)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await refused.json()).toMatchObject({ code: 'too-many-trials' })
  const answer = await attempt(good, ann, harmless)
  expect(await answer.json()).toMatchObject({ fault: null })
  expect(answer.status).toBe(200)
  left.abort()
  await all
  // The server hears of each that has left: with the last of them there is room again.
  await expect.poll(async () => (await attempt(evil, eve, harmless)).json()).toMatchObject({ fault: null })
})
