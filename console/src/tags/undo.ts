/** Takes back what was just done to tags; where one of them was given something meanwhile, nothing is changed. */
import type { GivenTag, Tag } from '@endcap/contract/tags'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { errorText, type Services } from '../app/services.ts'
import { asGiven } from '../data/give-back.ts'
import { notifyAbout, notifyNotUndone, type NoticeUndo } from '../ui/notify.ts'
import { taskLink } from './task-link.ts'

interface Tools {
  t: TFunction
  api: Services['api']
  queries: QueryClient
}

/** None where it is not known what they carried, or they carried nothing. */
export function undoOfDeassign(storeCode: string, carried: readonly GivenTag[], { t, api, queries }: Tools): NoticeUndo[] {
  if (carried.length === 0) return []
  const run = async () => {
    try {
      const { taskId, tagCount } = await api.tags.assignMultiple({
        body: {
          taskId: -1,
          priorTaskId: -1,
          storeCode,
          onlyEmpty: true,
          tagList: carried.map(({ tagMac, ...given }) => asGiven(tagMac, given)),
        },
      })
      const products = [...new Set(carried.flatMap(({ prCodeList }) => prCodeList))]
      const named = products.slice(0, 3).join(', ') + (products.length > 3 ? '…' : '')
      void notifyAbout(t('tags.undone', { count: tagCount }), named, ...taskLink(t, storeCode, taskId, 'ASSIGN'))
    } catch (error) {
      void notifyNotUndone(t, errorText(error, t))
    }
    void queries.invalidateQueries({ queryKey: ['tags', storeCode] })
    return undefined
  }
  return [{ label: t('tags.undoDeassign', { count: carried.length }), run }]
}

/** Tags that were set aside or retired are where they were in their life before. */
export function undoOfLifecycle(
  storeCode: string,
  before: readonly Pick<Tag, 'tagMac' | 'lifecycle'>[],
  { t, api, queries }: Tools,
): NoticeUndo {
  const run = async () => {
    try {
      const tagList = before.map(({ tagMac, lifecycle }) => ({ tagMac, lifecycle }))
      const { changed } = await api.tagLifecycle.set({ body: { storeCode, confirmed: true, tagList } })
      void notifyAbout(undefined, t('tags.lifecycle.undone', { count: changed }))
    } catch (error) {
      void notifyNotUndone(t, errorText(error, t))
    }
    void queries.invalidateQueries({ queryKey: ['tags', storeCode] })
    return undefined
  }
  return { label: t('tags.lifecycle.undo', { count: before.length }), run }
}
