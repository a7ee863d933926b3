/** Puts on tags what they carried before. */
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import type { Given } from './assign-job.ts'

/** A tag of a call that assigns, with what it carried; a family's tag follows its family again. */
export const asGiven = (tagMac: string, { prCodeList, fmPrCode, layoutId, nfc }: Given) =>
  fmPrCode === null
    ? { tagMac, prCodeList, ...(layoutId !== null && { layoutId }), ...(nfc !== null && { nfc }) }
    : { tagMac, prCodeList: [], fmPrCode }

/** Puts on a tag what it carried before; one that carried nothing loses its product. */
export async function giveBack(api: Client<Contract>, storeCode: string, tagMac: string, given: Given): Promise<void> {
  const newTask = { taskId: -1, priorTaskId: -1, storeCode } as const
  if (given.prCodeList.length === 0) await api.tags.deassign({ body: { ...newTask, tagList: [{ tagMac }] } })
  else await api.tags.assignMultiple({ body: { ...newTask, tagList: [asGiven(tagMac, given)] } })
}
