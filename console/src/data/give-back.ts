/** Puts on a tag what it carried before, or takes its product off where it carried none. */
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import type { Given } from './assign-job.ts'

export async function giveBack(
  api: Client<Contract>,
  storeCode: string,
  tagMac: string,
  { prCodeList, fmPrCode, layoutId, nfc }: Given,
): Promise<void> {
  const newTask = { taskId: -1, priorTaskId: -1, storeCode } as const
  if (prCodeList.length === 0) await api.tags.deassign({ body: { ...newTask, tagList: [{ tagMac }] } })
  else {
    // A family's tag follows its family again.
    const given = fmPrCode ? { tagMac, fmPrCode } : { tagMac, prCodeList, ...(layoutId && { layoutId }), ...(nfc && { nfc }) }
    await api.tags.assignMultiple({ body: { ...newTask, tagList: [given] } })
  }
}
