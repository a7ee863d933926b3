/** A kept template becomes the list. */
import type { Contract } from '@endcap/contract'
import type { Client } from '@endcap/contract/client'
import { withRows, type PrintList } from './list.ts'

export async function loadTemplate(api: Client<Contract>, storeCode: string, name: string): Promise<(now: PrintList) => PrintList> {
  const { layoutId, prList } = await api.printing.template({ params: { storeCode, name } })
  return (now) => withRows({ rows: [], layoutId, template: name, next: now.next }, prList)
}
