/** What the assign dialog has done, newest first, each with its way back. */
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoreCodeIfAny } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import { giveBack } from '../data/give-back.ts'
import type { DoneParcel } from '../scan/outbox.ts'
import type { Assigned } from '../data/assign-job.ts'
import type { PairJob } from './assign-desk.ts'
import linesStyles from '../form/lines.module.css'
import flashStyles from '../ui/flash.module.css'
import textStyles from '../ui/text-button.module.css'

/** Lines that are shown. */
const shown = 5

type Done = DoneParcel<PairJob, Assigned>
type Way = 'running' | 'done' | { problem: string }

/** `onUndo`: the focus goes where the next scan belongs. */
export function AssignedLines({ done, onUndo }: { done: readonly Done[]; onUndo: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [ways, setWays] = useState<ReadonlyMap<number, Way>>(new Map())
  const setWay = (id: number, way: Way) => setWays((before) => new Map(before).set(id, way))
  const undo = async ({ id, job: { tagMac }, result }: Done) => {
    setWay(id, 'running')
    onUndo()
    try {
      const { tag } = await api.tags.find({ params: { code: tagMac, storeCode } })
      // The label has been given something else since: that is not taken back.
      if (tag?.prCode !== result.prCode) return setWay(id, { problem: t('tags.assign.overtaken') })
      await giveBack(api, storeCode, tagMac, result.before)
      setWay(id, 'done')
    } catch (error) {
      setWay(id, { problem: errorText(error, t) })
    }
  }
  return (
    <ul className={clsx(linesStyles.lines, flashStyles.flash)} key={done[0]?.id} role="status">
      {done.slice(0, shown).map((parcel) => {
        const { id, job, result } = parcel
        const way = ways.get(id)
        return (
          <li key={id}>
            {t('tags.assign.done', { tag: job.tagMac, product: result.prCode })} {way === 'done' && <b>{t('tags.assign.undone')}</b>}
            {typeof way === 'object' && <b>{way.problem}</b>}
            {(way === undefined || way === 'running') && (
              <button
                type="button"
                className={textStyles.textButton}
                aria-disabled={way === 'running'}
                aria-label={t('tags.assign.undo', { tag: job.tagMac, product: result.prCode })}
                onClick={() => way === undefined && void undo(parcel)}
              >
                {t('state.done.undo')}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
