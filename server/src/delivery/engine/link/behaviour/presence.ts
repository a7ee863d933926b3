/** Who is there: presence, the last will, and what follows from a restart. */
import { expect } from 'vitest'
import { ofType, until, type Rig } from './rig.ts'
import { one, presence, result } from './samples.ts'

export function presenceBehaviour({ connect, openDriver, scenario }: Rig): void {
  scenario('tells presence, also to a server that comes later, and the last will', async () => {
    const { end } = await connect(one, 'p1')
    await end.publish('presence', presence('online', 'p1'), true)
    const { events } = await openDriver()
    await until(() =>
      expect(ofType(events, 'presence').find((event) => event.gateway.gwMac === one.gwMac)).toMatchObject({
        online: true,
        session: 'p1',
        gateway: one,
      }),
    )
    await end.breakOff()
    await until(() => expect(ofType(events, 'presence').at(-1)).toMatchObject({ online: false, gateway: one }))
  })

  scenario('takes a gateway’s restart and its wrong clock as they come', async () => {
    const { events } = await openDriver()
    const { end } = await connect(one, 'r1')
    await end.publish('presence', presence('online', 'r1'), true)
    await end.publish('presence', { ...presence('online', 'r2'), at: -99_999_999 }, true)
    await end.publish('op', { session: 'r2', seq: 1, results: [result('1', 'shown', { at: 9_999_999_999 })] })
    await until(() => expect(ofType(events, 'results')[0]?.place).toMatchObject({ session: 'r2', seq: 1 }))
    expect(
      ofType(events, 'presence')
        .filter((event) => event.online)
        .map((event) => event.session),
    ).toEqual(['r1', 'r2'])
  })
}
