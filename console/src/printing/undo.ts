/** Takes back what was just done to a print list, or to a saved one; where something else was done to it since, nothing is changed. */
import type { Contract } from '@endcap/contract'
import { CallError, type Client } from '@endcap/contract/client'
import type { ResultOf } from '@endcap/contract/endpoint'
import type { TFunction } from 'i18next'
import { errorText } from '../app/services.ts'
import { notifyAbout, notifyNotUndone, type NoticeUndo } from '../ui/notify.ts'
import type { ListStore } from './list-store.ts'
import type { PrintList } from './list.ts'

/** The subject of notifications that take back what was done to the list. */
export const listNotice = 'print-list'

/** Called when it is done: the list is as it is to be found again, `before` as it was. */
export function undoOfChange(store: ListStore, before: PrintList, label: string, t: TFunction): NoticeUndo {
  const after = JSON.stringify(store.get())
  const run = async () => {
    if (JSON.stringify(store.get()) === after) store.change(() => before)
    else void notifyNotUndone(t, t('printing.undo.overtaken'))
    return undefined
  }
  return { label, run, subject: listNotice }
}

interface RemovedTemplate extends Pick<ResultOf<Contract['printing']['template']>, 'layoutId' | 'prList'> {
  storeCode: string
  name: string
}
/** A saved list is saved again, unless its name was taken meanwhile. `saved`: called then. */
export function undoOfTemplate(
  { storeCode, name, layoutId, prList }: RemovedTemplate,
  { t, api, saved }: { t: TFunction; api: Client<Contract>; saved: () => unknown },
): NoticeUndo {
  const run = async () => {
    try {
      await api.printing.save({ params: { storeCode }, body: { name, layoutId, prList, overwrite: false } })
      void notifyAbout(undefined, t('printing.undo.templateBack', { name }))
    } catch (error) {
      const isTaken = error instanceof CallError && error.answer.code === 'print-template-exists'
      void notifyNotUndone(t, isTaken ? t('printing.undo.templateTaken', { name }) : errorText(error, t))
    }
    saved()
    return undefined
  }
  return { label: t('printing.undo.template', { name }), run }
}
