/** Puts a template into other stores, some at a time, and says how it went in those where it did not. */
import { CallError } from '@endcap/contract/client'
import type { CopiedTemplate, SlideTemplateRow } from '@endcap/contract/slide-templates'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { useStoreCode } from '../app/route.ts'
import { FormModal } from '../form/modal.tsx'
import { StorePicker } from '../form/StorePicker.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Tick } from '../ui/inputs.tsx'
import { Message } from '../ui/Message.tsx'
import { notifyDone } from '../ui/notify.ts'
import { ProgressBar } from '../ui/ProgressBar.tsx'
import editorStyles from '../canvas/editor.module.css'
import styles from './slide-templates.module.css'

/** Fewer than a call may name, so that progress is seen. */
const storesPerCall = 20

export function CopyTemplate({ row, close }: { row: SlideTemplateRow; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCode()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [overwrite, setOverwrite] = useState(false)
  const [done, setDone] = useState<readonly CopiedTemplate[]>([])
  const [running, setRunning] = useState(false)
  const others = [...chosen].filter((code) => code !== storeCode)
  const left = done.filter(({ result }) => result !== 'copied')

  const submit = async () => {
    setRunning(true)
    const all: CopiedTemplate[] = []
    try {
      for (let from = 0; from < others.length; from += storesPerCall) {
        const body = { storeList: others.slice(from, from + storesPerCall), overwrite }
        const { storeList } = await api.slideTemplates.copy({ params: { storeCode, templateName: row._id }, body })
        all.push(...storeList)
        setDone([...all])
      }
    } finally {
      setRunning(false)
      await queries.invalidateQueries({ queryKey: ['signage'] })
    }
    if (all.some(({ result }) => result !== 'copied')) {
      // What is there now need not be sent again.
      setChosen(new Set(all.flatMap((one) => (one.result === 'copied' ? [] : [one.storeCode]))))
      return
    }
    void notifyDone(t, t('slideTemplates.copied', { name: row._id, count: all.length }))
    close()
  }
  return (
    <FormModal
      title={t('slideTemplates.copyOne', { name: row._id })}
      submit={t('slideTemplates.copyIt', { count: others.length })}
      onSubmit={submit}
      onClose={close}
      disabled={others.length === 0}
      tall
    >
      <Hint>{t('slideTemplates.copyHint')}</Hint>
      <StorePicker chosen={chosen} onChange={setChosen} />
      <label className={editorStyles.checkLine}>
        <Tick checked={overwrite} onChange={({ currentTarget }) => setOverwrite(currentTarget.checked)} />
        {t('slideTemplates.copyOver')}
      </label>
      {running && others.length > storesPerCall && (
        <ProgressBar percent={(100 * done.length) / others.length} label={t('slideTemplates.copying')} colour="var(--accent)" />
      )}
      {!running && left.length > 0 && (
        <Message role="alert">
          <div>
            <span>{t('slideTemplates.copyLeft', { count: left.length, done: done.length - left.length })}</span>
            <ul className={styles.left}>
              {left.map(({ storeCode: code, result, why }) => (
                <li key={code}>
                  <b>{code}</b>{' '}
                  {t(`slideTemplates.copyResult.${result}`, { why: why === null ? '' : errorText(new CallError(409, why), t) })}
                </li>
              ))}
            </ul>
          </div>
        </Message>
      )}
    </FormModal>
  )
}
