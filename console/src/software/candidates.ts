/** Gateways to choose from, asked for page by page: a chain has thousands, and the server does the looking. */
import type { UpgradeCandidate } from '@endcap/contract/software'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Services } from '../app/services.ts'

export const candidatePage = 100
/** More are not chosen one by one. */
export const maxChosen = 10_000
/** Typing rests so long before it is looked for. */
export const typingMs = 200

/** Several MACs that were pasted mean these; anything else is looked for in stores, names, MACs and versions. */
export function queryOf(text: string): { gwMacs: string[] } | { search: { value: string } } {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  const macs = parts.map((part) => part.replaceAll(/[:-]/g, '').toUpperCase())
  return macs.length > 0 && macs.every((mac) => /^[0-9A-F]{12}$/.test(mac))
    ? { gwMacs: macs.slice(0, maxChosen) }
    : { search: { value: text.trim().slice(0, 200) } }
}

/** A page of what a text means, of some stores if they are given. */
export const candidates = (api: Services['api'], text: string, page: number, storeCodes?: readonly string[]) =>
  queryOptions({
    queryKey: ['gateways', '', 'candidates', text, page, storeCodes ?? null],
    queryFn: ({ signal }) =>
      api.software.candidates(
        {
          body: {
            ...queryOf(text),
            start: page * candidatePage,
            length: candidatePage,
            ...(storeCodes && { storeCodes: [...storeCodes] }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Like the server looks: for lists that are here already. */
export function candidatesLike(list: readonly UpgradeCandidate[], text: string): UpgradeCandidate[] {
  const query = queryOf(text)
  if ('gwMacs' in query) return list.filter((one) => query.gwMacs.includes(one.gwMac))
  const part = query.search.value.toLowerCase()
  return list.filter(({ storeCode, storeName, gwMac, gmpVersion, grmVersion }) =>
    [storeCode, storeName, gwMac, gmpVersion, grmVersion].some((value) => value.toLowerCase().includes(part)),
  )
}
