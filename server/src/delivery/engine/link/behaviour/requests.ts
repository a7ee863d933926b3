/** Requests with their replies and logs, and settings. */
import { logPartBytes } from '@endcap/gateway-link/messages'
import { sampleStatus } from '@endcap/gateway-link/samples'
import { expect } from 'vitest'
import { ofType, until, type Rig } from './rig.ts'
import { one, two } from './samples.ts'

export function requestBehaviour({ connect, openDriver, scenario }: Rig): void {
  scenario('carries requests down, and logs in parts and replies up, in order', async () => {
    const { driver, events } = await openDriver()
    const { end, down } = await connect(one)
    const other = await connect(two)
    await driver.request(one, { request: 'r1', kind: 'link-check' })
    await driver.request(one, { request: 'r2', kind: 'log' })
    const asked = () => down.filter((item) => item.name === 'request').map((item) => item.message)
    await until(() =>
      expect(asked()).toEqual([
        { request: 'r1', kind: 'link-check' },
        { request: 'r2', kind: 'log' },
      ]),
    )
    await end.publish('reply', { request: 'r1', ok: true, detail: 'here' })
    const content = [Buffer.alloc(logPartBytes, 0xe9), Buffer.from('end')]
    for (const [part, bytes] of content.entries())
      await end.publish('log', { request: 'r2', file: 'gmp.log', modifiedAt: 7, part, parts: 2, content: bytes.toString('base64') })
    await end.publish('reply', { request: 'r2', ok: true, files: 1 })
    await until(() => expect(ofType(events, 'reply')).toHaveLength(2))
    expect(ofType(events, 'reply').map((event) => [event.gateway, event.reply])).toEqual([
      [one, { request: 'r1', ok: true, detail: 'here' }],
      [one, { request: 'r2', ok: true, files: 1 }],
    ])
    const parts = ofType(events, 'log').map((event) => event.log)
    expect(parts.map(({ file, part, parts: of }) => [file, part, of])).toEqual([
      ['gmp.log', 0, 2],
      ['gmp.log', 1, 2],
    ])
    expect(Buffer.concat(parts.map((log) => Buffer.from(log.content, 'base64')))).toEqual(Buffer.concat(content))
    // What came before: the parts, then the word that they are all there.
    expect(events.filter((event) => event.type === 'log' || event.type === 'reply').map((event) => event.type)).toEqual([
      'reply',
      'log',
      'log',
      'reply',
    ])
    expect(other.down).toEqual([])
  })

  scenario('carries settings down, and what a gateway took of them up', async () => {
    const { driver, events } = await openDriver()
    const { end, down } = await connect(one)
    const config = { version: 3, dataChannel: 15, eventChannel: 26, ip: '10.0.0.9:8080', checkin: 45 }
    await driver.configure(one, config)
    await until(() => expect(down).toEqual([{ name: 'config', message: config }]))
    await end.publish('status', { ...sampleStatus, dataChannel: 15, config: 3 })
    await until(() => expect(ofType(events, 'status').map((event) => event.status)).toMatchObject([{ dataChannel: 15, config: 3 }]))
  })
}
