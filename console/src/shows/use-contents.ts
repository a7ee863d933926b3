import type { SignageContent } from '@endcap/contract/contents'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '../app/services.ts'

const none: readonly SignageContent[] = []

/** What is known of contents, by their ids; none of those that are not there (any more). */
export function useContents(ids: readonly string[]): ReadonlyMap<string, SignageContent> {
  const api = useApi()
  const distinct = [...new Set(ids)].toSorted()
  const { data = none } = useQuery({
    queryKey: ['signage', '', 'contents', distinct],
    queryFn: async ({ signal }) => (await api.contents.list({ body: { ids: distinct } }, { signal })).contentList,
    enabled: distinct.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Map(data.map((content) => [content.id, content])), [data])
}
