/** The waits of the journeys, on pages made for them. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { enterBrowser, watchAnswers } from './browser.ts'
import { chromiumPath } from './chromium.ts'
import { needChromium, openPage } from './stage.ts'

let entered: Awaited<ReturnType<typeof enterBrowser>> | undefined
beforeAll(async () => {
  if (chromiumPath !== undefined) entered = await enterBrowser()
})
afterAll(() => entered?.leave())
beforeEach(needChromium)

/** A page with a worker; the path `mute` gets no answer. Ends the worker when it was asked for, and waits for all answers. */
async function endWorkerThatAsks(mute: string): Promise<void> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url === mute) return
    response.setHeader('content-type', url === '/' ? 'text/html' : 'text/javascript')
    response.end(url === '/' ? '<script>window.worker = new Worker("/worker")</script>' : 'void fetch("/never")')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const page = await openPage(entered!.browser)
  const answered = watchAnswers(page)
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect.poll(() => asked).toContain(mute)
  await page.evaluate('window.worker.terminate()')
  await answered()
  await page.context().close()
  server.closeAllConnections()
  server.close()
}

test('a page whose worker was ended while it asked has all its answers', () => endWorkerThatAsks('/never'))
test('a page whose worker was ended before its code had come has all its answers', () => endWorkerThatAsks('/worker'))
