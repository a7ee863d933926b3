/** How an operation ends whose tag has never been heard: the tag is expected, and holds nothing up. */
import type { OperationKind } from '@endcap/contract/vocabulary'
import { laneOf } from '@endcap/gateway-link/messages'
import type { Ending } from './end-operations.queries.ts'

/** A label gives way to the one that is drawn when the tag is heard; a light, a page or a check has simply not been done. */
export function leftUntilHeard({ opId, kind }: { opId: string; kind: OperationKind }): Ending {
  return {
    opId,
    outcome: laneOf[kind] === 'image' ? 'SUPERSEDED' : 'FAILED',
    reason: 'not-heard',
    status: kind === 'BLANK' ? 'DEASSIGN' : 'WIP',
    answered: false,
  }
}
