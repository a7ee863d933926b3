/** How operations end, and how far they are: kept in the state, told to the server, noted in the log. */
import type { Operation, OpResult } from '../messages.ts'
import type { LogName } from './logs.ts'
import type { Outbox } from './outbox.ts'
import type { GatewayState } from './state.ts'

/** What the tag said with its confirmation. */
export type Ended = Partial<Pick<OpResult, 'rssi' | 'battery' | 'temperature' | 'updates' | 'confirmed' | 'detail'>>

interface Parts {
  state: GatewayState
  outbox(): Outbox
  note(file: LogName, text: string): void
  /** Seconds. */
  clock(): number
}

export interface Results {
  /** Tells the server a result that it may know. */
  answer(result: OpResult): void
  /** Tells the server how it stands with an operation, and notes it in the log. */
  report(result: OpResult, kind: Operation['kind']): void
  finish(operation: Operation, outcome: 'shown' | 'same', more?: Ended): void
  fail(operation: Operation, reason: NonNullable<OpResult['reason']>, detail: string): void
}

/** Results of the operations that a state knows. */
export function createResults({ state, outbox, note, clock }: Parts): Results {
  const answer = (result: OpResult) => outbox().op.add(result)
  function report(result: OpResult, kind: Operation['kind']) {
    answer(result)
    note(result.outcome === 'accepted' ? 'gmp' : 'grm', wordsFor(result, kind))
  }
  return {
    answer,
    report,
    finish({ op, tag, kind }, outcome, more = {}) {
      const result: OpResult = { op, tag, outcome, at: clock(), ...more }
      state.finish(result)
      report(result, kind)
    },
    fail({ op, tag, kind }, reason, detail) {
      state.failed(op)
      report({ op, tag, outcome: 'failed', reason, detail: detail.slice(0, 300), at: clock() }, kind)
    },
  }
}

/** A result in the words of the log. */
function wordsFor({ op, tag, outcome, reason, detail }: OpResult, kind: Operation['kind']): string {
  const why = reason === undefined ? '' : ` (${reason}${detail === undefined ? '' : `: ${detail}`})`
  return `${kind} ${op} for ${tag}: ${outcome}${why}`
}
