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
  const query = useQuery({ queryKey: ['plus', '', 'contentGroups'], queryFn: ({ signal }) => api.plusContents.groups({}, { signal }) })
  return { query, groups: query.data?.groupList ?? none, rootContents: query.data?.rootContents ?? 0 }
}

/** What is dropped is sent at once; when that fails, the list is as it was, and the reason is told. */
export function useMoves() {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const tell = async (work: Promise<unknown>, done?: string) => {
    try {
      await work
      if (done !== undefined) void notify(done)
    } catch (error) {
      // Specification 3 §8 is silent here; what is not saved is said all the same.
      void notify(t('plusContents.move.failed', { reason: errorText(error, t) }), 'bad')
    } finally {
      await queries.invalidateQueries({ queryKey: ['plus'] })
    }
  }
  return {
    moveFolder: (id: string, spot: Spot) => void tell(api.plusContents.saveGroup({ body: { id, ...spot } })),
    moveContents: (content: readonly string[], group: string | null) =>
      void tell(api.plusContents.move({ body: { content: [...content], group } }), t('plusContents.move.done', { count: content.length })),
  }
}
