/** How an answer that many get alike is written. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressedFromBytes, isShared, sendShared, shareAnswer } from './shared-answer.ts'

async function serve(answer: object) {
  const app = Fastify()
  await app.register(compress, { threshold: compressedFromBytes })
  let writes = 0
  const write = () => {
    writes++
    return answer
  }
  app.get('/', async (request, reply) => (isShared(answer) ? sendShared(request, reply, { answer, write }) : write()))
  return {
    writes: () => writes,
    get: (encoding?: string) =>
      app.inject({ method: 'GET', url: '/', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } }),
  }
}
const large = () => ({ names: Array.from({ length: 200 }, (_, number) => `Store ${number}`) })

test('it is checked and written once, and each caller gets it as it takes it', async () => {
  const answer = shareAnswer(large())
  const { get, writes } = await serve(answer)
  const text = JSON.stringify(answer)
  const plain = (await Promise.all([get(), get('identity'), get('br;q=0, gzip;q=0.0')])).map(({ headers, body }) => [
    headers['content-encoding'],
    headers['content-type'],
    body,
  ])
  for (const one of plain) expect(one).toEqual([undefined, 'application/json; charset=utf-8', text])
  for (const header of ['gzip, deflate', 'br;q=0, gzip', 'GZIP;q=0.5']) {
    const { headers, rawPayload } = await get(header)
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding', 'content-length': String(rawPayload.length) })
    expect(gunzipSync(rawPayload).toString()).toBe(text)
  }
  const [one, other] = await Promise.all([get('gzip, deflate, br, zstd'), get('br')])
  expect(one.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(one.rawPayload).toString()).toBe(text)
  expect(other.rawPayload).toEqual(one.rawPayload)
  expect(writes()).toBe(1)
})

test('a small one is sent as it is', async () => {
  const { get } = await serve(shareAnswer({ name: 'Store' }))
  const { headers, body } = await get('gzip')
  expect([headers['content-encoding'], body]).toEqual([undefined, '{"name":"Store"}'])
})

test('an answer that is not shared is written for each call', async () => {
  const { get, writes } = await serve(large())
  await get()
  expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(JSON.stringify(large()))
  expect(writes()).toBe(2)
})
