/** Puts a new tag in the place of this one: it takes over products and layout, and this one is blanked. */
import { CallError } from '@endcap/contract/client'
import { swapQuestions, type Tag } from '@endcap/contract/tags'
import { normaliseTagMac } from '@endcap/contract/vocabulary'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoreCodeIfAny } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import helpers from '../ui/helpers.module.css'
import { Message } from '../ui/Message.tsx'
import { notifyAbout } from '../ui/notify.ts'
import { taskLink } from './task-link.ts'

export function SwapModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [tagMac, setTagMac] = useState('')
  /** What the server asks before it does it for this tag. */
  const [questions, setQuestions] = useState<readonly string[]>([])
  const set = (code: string) => {
    setTagMac(code)
    setQuestions([])
  }
  useWedge(set)
  const [from] = rows
  const submit = async () => {
    if (from === undefined) return
    const to = normaliseTagMac(tagMac)
    if (to === '') throw new Error(t('tags.assign.enterTag'))
    let started: { taskId: string }
    try {
      started = await api.tags.swap({ body: { storeCode, from: from.tagMac, to, replace: questions.length > 0 } })
    } catch (error) {
      if (!(error instanceof CallError) || error.answer.code !== 'swap-unsure') throw error
      setQuestions(error.answer.error ?? [])
      return
    }
    void notifyAbout(undefined, t('tags.swap.done', { from: from.barcode, to }), ...taskLink(t, storeCode, started.taskId, 'SWAP'))
    close(true)
  }
  return (
    <FormModal
      title={t('tags.swap.title', { id: from?.barcode ?? '' })}
      submit={t(questions.length > 0 ? 'tags.swap.anyway' : 'tags.action.swap')}
      onSubmit={submit}
      onClose={() => close(false)}
      danger={questions.length > 0}
    >
      <p style={{ margin: 0, color: 'var(--ink-2)' }}>{t('tags.swap.hint')}</p>
      <TextInput
        field="to"
        label={t('tags.swap.to')}
        classNames={{ input: helpers.mono }}
        value={tagMac}
        onChange={(event) => set(event.target.value)}
        data-autofocus
        autoComplete="off"
      />
      <CameraScan onScan={set} />
      {questions.length > 0 && (
        <Message role="alert">
          {swapQuestions
            .filter((question) => questions.includes(question))
            .map((question) => (
              <div key={question}>{t(`aisle.question.${question}`)}</div>
            ))}
        </Message>
      )}
    </FormModal>
  )
}
