/** What a caller learns of an answer that does not come whole. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from './client.ts'
import { contract } from './index.ts'

test.each([200, 409])('an answer of status %i whose line breaks after its head did not reach the caller', async (status) => {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('[', () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = createClient(contract, { baseUrl: `http://127.0.0.1:${port}/api`, session: () => undefined })
  await expect(client.servers.list()).rejects.toMatchObject({ name: 'CallError', status: 0, answer: { code: 'unreachable' } })
})
