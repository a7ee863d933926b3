/** The folders of the library, and what is done with them. */
import type { ContentGroup } from '@endcap/contract/contents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { notify } from '../ui/notify.ts'
import type { Spot } from './folders.ts'

const none: readonly ContentGroup[] = []

export function useGroups() {
  const api = useApi()
  const query = useQuery({ queryKey: ['signage', '', 'contentGroups'], queryFn: ({ signal }) => api.contents.groups({}, { signal }) })
  return { query, groups: query.data?.groupList ?? none, rootContents: query.data?.rootContents ?? 0 }
}

/** What is dropped is sent at once; when that fails, the list is as it was, and the reason is told. */
export function useMoves() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const report = async (work: Promise<unknown>, done?: string) => {
    try {
      await work
      if (done !== undefined) void notify(done)
    } catch (error) {
      // Specification 3 §8 is silent here; what is not saved is said all the same.
      void notify(t('contents.move.failed', { reason: errorText(error, t) }), 'bad')
    } finally {
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
  }
  return {
    moveFolder: (id: string, spot: Spot) => void report(api.contents.saveGroup({ body: { id, ...spot } })),
    moveContents: (content: readonly string[], group: string | null) =>
      void report(api.contents.move({ body: { content: [...content], group } }), t('contents.move.done', { count: content.length })),
  }
}
