/** A user who reads the list of stores while the server has other work, in a process of its own. Says at the end how long each answer took. */
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from './system.ts'

const restMs = 100
const client = await signIn(process.argv[2] ?? '')
const times: number[] = []
let over = false
process.on('message', () => (over = true))
process.send?.('ready')
for (; !over; await wait(restMs)) {
  const asked = performance.now()
  await client.stores.tagOverview({ params: {}, body: { length: 25 } })
  times.push(performance.now() - asked)
}
process.send?.(times)
process.disconnect()
