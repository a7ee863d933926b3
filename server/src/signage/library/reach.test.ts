/** Who may change what of the library: what displays of other stores play stays as it is. */
import { describe, expect, test } from 'vitest'
import { picture } from '../../testing/media.ts'
import { signageOf } from '../../testing/signage.ts'
import { startTestApp } from '../../testing/test-app.ts'

const parts = await startTestApp()
const { newStore, newDisplay, newChain, newWriter, send, showBody } = signageOf({ ...parts, mark: 'e1' })
const [own, other] = [await newStore(), await newStore()]
const writer = await newWriter(own)
const [mine, theirs] = [await newDisplay(own), await newDisplay(other)]
type Chain = Awaited<ReturnType<typeof newChain>>

const changes = {
  content: async ({ content }: Chain) => writer('POST', '/plus/v1/content', { id: content, name: 'Mine' }),
  'file of a content': async ({ content }: Chain) =>
    send('/plus/v1/content/file', 'a.png', await picture(9, 9).png().toBuffer(), { fields: { id: content }, headers: writer.headers }),
  show: async ({ show, content }: Chain) => writer('POST', '/plus/v1/show', { ...showBody('Mine', [content]), id: show }),
  set: async ({ set, show }: Chain) => writer('POST', '/plus/v1/set', { id: set, name: 'Mine', list: [{ id: show, duration: 5 }] }),
  'name of a timeline': async ({ timeline }: Chain) => writer('POST', '/plus/v1/timeline', { id: timeline, name: 'Mine' }),
  'rows of a timeline': async ({ timeline }: Chain) => writer('POST', '/plus/v1/timeline', { id: timeline, schedule: [] }),
  'end of a timeline': async ({ timeline }: Chain) => writer('POST', '/plus/v1/timeline/delete', { ids: [timeline] }),
}

describe.each(Object.entries(changes))('the %s', (_, change) => {
  test('is not changed by an account whose stores are not all that play it', async () => {
    const refused = await change(await newChain([[mine.mac], [theirs.mac]]))
    expect([refused.status, refused.body.code]).toEqual([403, 'played-in-other-stores'])
    expect(String(refused.body.message)).toContain('Displays of stores that are not yours play this')
  })
  test('is changed by one of the stores that play it, and where no display plays it', async () => {
    expect((await change(await newChain([[mine.mac]]))).status).toBe(200)
    expect((await change(await newChain())).status).toBe(200)
  })
})
test('an account of some stores adds to the library and reads all of it', async () => {
  const chain = await newChain([[theirs.mac]])
  const show = await writer('POST', '/plus/v1/show', showBody('Another', [chain.content]))
  expect(show.status).toBe(200)
  expect((await writer('POST', '/plus/v1/show/delete', { ids: [String(show.body.id)] })).status).toBe(200)
  for (const path of [`show/${chain.show}`, `set/${chain.set}`, `timeline/${chain.timeline}`])
    expect((await writer('GET', `/plus/v1/${path}`)).status).toBe(200)
})
