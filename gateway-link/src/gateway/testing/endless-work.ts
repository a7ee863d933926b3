/** Takes operations and ends every other one, for as long as it lives, and says each as soon as it is kept. For killed.test.ts. */
import { openSqliteState } from '../sqlite-state.ts'

const state = openSqliteState(process.argv[2] ?? '')
const send = (message: { op: string; what: string }) => process.send?.(message)
function turn(n: number) {
  const op = String(n)
  const tag = (n % 500).toString(16).toUpperCase().padStart(16, '0')
  const hash = (n % 7).toString(16).padStart(64, '0')
  const operation = { op, tag, kind: 'SHOW' as const, hash, images: [{ page: 0, hash, bytes: 64 }] }
  state.want(operation)
  state.take({ operation, files: new Map([[0, new Uint8Array(64)]]) })
  send({ op, what: 'taken' })
  if (n % 2 === 0) {
    state.finish({ op, tag, outcome: 'shown', at: n })
    send({ op, what: 'shown' })
  }
  setImmediate(turn, n + 1)
}
turn(1)
