/** Operations go down; acceptance, refusal and confirmation come up. */
import { expect } from 'vitest'
import { firstAck, ofType, opMessages, until, type Rig } from './rig.ts'
import { one, operation, result, tagOf } from './samples.ts'

export function operationBehaviour({ connect, openDriver, scenario }: Rig): void {
  scenario('carries operations down, and acceptance, refusal, confirmation up, in order', async () => {
    const { driver, events } = await openDriver()
    const { end, down } = await connect(one)
    await driver.show(one, [operation('1'), operation('2', tagOf(2))])
    await until(() => expect(opMessages(down)[0]?.ops).toEqual(['1', '2']))
    await end.publish('op', {
      session: 'a',
      seq: 1,
      results: [result('1', 'accepted'), result('2', 'failed', { reason: 'refused', detail: 'full' })],
    })
    await end.publish('op', { session: 'a', seq: 2, results: [result('1', 'shown', { updates: 4 })] })
    await until(() => expect(ofType(events, 'results')).toHaveLength(2))
    expect(ofType(events, 'results').flatMap((event) => event.results.map((item) => `${item.op} ${item.outcome}`))).toEqual([
      '1 accepted',
      '2 failed',
      '1 shown',
    ])
    expect(ofType(events, 'results')[1]?.place).toEqual({ stream: 'op', session: 'a', seq: 2 })
  })

  scenario('acknowledges one message; what is sent again arrives again', async () => {
    const { driver, events } = await openDriver()
    const { end, down } = await connect(one)
    const message = { session: 'a', seq: 7, results: [result('1', 'shown')] }
    await end.publish('op', message)
    await end.publish('op', message)
    await until(() => expect(ofType(events, 'results')).toHaveLength(2))
    await driver.acknowledge(one, { stream: 'op', session: 'a', seq: 7 })
    await until(() => expect(firstAck(down)).toEqual({ stream: 'op', session: 'a', seq: 7 }))
  })

  scenario('takes operations back, and a newer one follows an older one', async () => {
    const { driver } = await openDriver()
    const { down } = await connect(one)
    await driver.show(one, [operation('1')])
    await driver.cancel(one, ['1'])
    await driver.show(one, [operation('2')])
    await until(() => expect(opMessages(down)).toHaveLength(3))
    expect(down).toHaveLength(3)
    expect(opMessages(down)).toEqual([
      { ops: ['1'], cancel: [] },
      { ops: [], cancel: ['1'] },
      { ops: ['2'], cancel: [] },
    ])
  })
}
