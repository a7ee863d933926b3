/** Putting one product on one tag, as it was scanned: the same for the dialog and for the aisle. */
import type { Contract } from '@endcap/contract'
import { CallError, type Client } from '@endcap/contract/client'
import type { FoundTag } from '@endcap/contract/tags'

export interface AssignJob {
  tagMac: string
  /** A product's code or bar code. */
  code: string
  /** The person was asked about a product that does not exist. */
  sure: boolean
  /** What the tag carried before the first attempt. */
  before?: Given
}
/** What a tag carries. */
export type Given = Pick<FoundTag, 'prCodeList' | 'fmPrCode' | 'layoutId' | 'nfc'>
export const givenOf = (tag: Given | null): Given => ({
  prCodeList: tag?.prCodeList ?? [],
  fmPrCode: tag?.fmPrCode ?? null,
  layoutId: tag?.layoutId ?? null,
  nfc: tag?.nfc ?? null,
})
export interface Assigned {
  prCode: string
  prName: string | null
  before: Given
}

/** The code of the refusal that is a question. */
export const productMissing = 'product-missing'

export interface Family {
  fmPrCode: string
  prCodeList: string[]
  layoutId: string
}
interface Hooks {
  /** Told what the tag carries before it changes. */
  remember?: (before: Given) => void
  /** Given the families that hold the product: refuses, chooses one of them, or nothing for the product alone. */
  choose?: (families: readonly Family[]) => Family | undefined
}

/** A code that no product has is refused with `product-missing`, unless the person is sure. */
export async function sendAssign(
  api: Client<Contract>,
  storeCode: string,
  { tagMac, code, sure, ...job }: AssignJob,
  { remember, choose }: Hooks = {},
): Promise<Assigned> {
  const find = (what: string) => api.tags.find({ params: { code: what, storeCode } })
  const [{ tag }, { product, familyList }] = await Promise.all([find(tagMac), find(code)])
  if (product === null && familyList.length === 0 && !sure)
    throw new CallError(404, { code: productMissing, message: "Some products don't exist. Would you like to continue?" })
  const family = choose?.(familyList)
  const before = job.before ?? givenOf(tag)
  remember?.(before)
  const prCode = product?.prCode ?? code
  const newTask = { taskId: -1, priorTaskId: -1, storeCode } as const
  if (family === undefined) {
    await api.tags.assign({ body: { ...newTask, tagList: [{ tagMac, prCode }] } })
    return { prCode, prName: product?.prName ?? null, before }
  }
  const { fmPrCode, prCodeList } = family
  await api.tags.assignMultiple({ body: { ...newTask, tagList: [{ tagMac, fmPrCode }] } })
  return { prCode: prCodeList[0] ?? prCode, prName: fmPrCode, before }
}
