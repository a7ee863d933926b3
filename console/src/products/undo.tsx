/** Takes back what was just saved of a product: only as long as it still is as it was saved, and prices that look wrong are shown first. */
import { CallError } from '@endcap/contract/client'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { paths } from '../app/paths.ts'
import { errorText, type Services } from '../app/services.ts'
import type { ProductState } from '../data/product-differences.ts'
import { PutBackModal } from '../form/put-back.modal.tsx'
import { loadWords } from '../i18n/i18n.ts'
import { notifyAbout, notifyNotUndone, type NoticeUndo } from '../ui/notify.ts'

interface Saved {
  storeCode: string
  prCode: string
  /** What it is called in the notification. */
  name: string
  /** What stood there before, and what was saved. */
  before: ProductState
  after: ProductState
}
interface Tools {
  t: TFunction
  api: Services['api']
  queries: QueryClient
}
/** Slots without a text at the end of the list are no slots. */
const textOf = ({ prInfo, layoutId, nfc }: ProductState) =>
  JSON.stringify([prInfo.slice(0, prInfo.findLastIndex((value) => value !== '') + 1), layoutId, nfc || null])

export function undoOfSave({ storeCode, prCode, name, before, after }: Saved, { t, api, queries }: Tools): NoticeUndo {
  const history = { to: paths.productHistory(storeCode, prCode), text: t('state.done.history') }
  const refuse = (why: string) => void notifyNotUndone(t, why, history)
  const prInfo = Array.from({ length: Math.max(before.prInfo.length, after.prInfo.length) }, (_, slot) => before.prInfo[slot] ?? '')
  const then = { prCode, prInfo, layoutId: before.layoutId, nfc: before.nfc || null }
  return {
    label: t('products.undo', { name }),
    run: async () => {
      try {
        const now = await api.products.get({ params: { prCode, storeCode } })
        if (textOf(now) !== textOf(after)) {
          refuse(t('products.undoOvertaken', { name }))
          return undefined
        }
        const body = { storeCode, productList: [{ ...then, updateId: now.updateId }] }
        const found = await api.products.check({ body })
        if (found.priceCount > 0 || found.misfitCount > 0) {
          // The dialog names fields by them.
          await loadWords(['updates'])
          const change = {
            prCode,
            prInfo: [...after.prInfo],
            layoutId: after.layoutId,
            nfc: after.nfc || null,
            before: then,
            removed: false,
          }
          return (close) => <PutBackModal storeCode={storeCode} changes={[change]} onClose={close} />
        }
        const { taskId, tagCount } = await api.products.save({ body })
        void notifyAbout(
          t('products.undone', { name }),
          taskId === null ? t('products.savedNone') : t('products.saved', { count: tagCount }),
          history,
        )
      } catch (error) {
        const isOvertaken = error instanceof CallError && (error.status === 404 || error.answer.code === 'changed-since')
        refuse(isOvertaken ? t('products.undoOvertaken', { name }) : errorText(error, t))
      }
      void queries.invalidateQueries({ queryKey: ['products', storeCode] })
      return undefined
    },
  }
}
