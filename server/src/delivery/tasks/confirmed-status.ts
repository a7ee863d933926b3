import type { OperationKind, TagStatus } from '@endcap/contract/vocabulary'

/** The status of a tag whose newest operation was confirmed. */
export function confirmedStatus(kind: OperationKind): TagStatus {
  return kind === 'BLANK' ? 'DEASSIGN' : 'OK'
}
