/** Sets where the tags of a file are in their life, or removes them: each line is checked before anything is done. */
import { lifecycleChanges, type LifecycleChange } from '@endcap/contract/tag-lifecycle'
import type { Tag } from '@endcap/contract/tags'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoreCodeIfAny } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import { FileDrop } from '../form/FileDrop.tsx'
import { FormModal } from '../form/modal.tsx'
import { Rest } from '../form/Rest.tsx'
import { WrongLines } from '../form/WrongLines.tsx'
import type { ActionProps } from '../table/spec.ts'
import { Hint } from '../ui/Hint.tsx'
import { Message } from '../ui/Message.tsx'
import { notify } from '../ui/notify.ts'
import { readLifecycleLines, type LifecycleLine } from './lifecycle-file.ts'
import { AlsoHeard, isLeaving, LifecycleChoice } from './lifecycle.modal.tsx'

/** Wrong lines that are named. */
const named = 20

export function LifecycleFileModal({ close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [lines, setLines] = useState<LifecycleLine[]>()
  const [without, setWithout] = useState<LifecycleChange>('RETIRED')
  const [confirmed, setConfirmed] = useState(false)
  const tagList = lines?.map(({ lifecycle, ...line }) => ({ ...line, lifecycle: lifecycle || without }))
  const body = tagList && { storeCode, confirmed, tagList }
  const { data, error, isFetching } = useQuery({
    queryKey: ['tags', storeCode, 'lifecycle check', body],
    queryFn:
      body === undefined || body.tagList.length === 0
        ? skipToken
        : ({ signal }) => api.tagLifecycle.set({ body: { ...body, checkOnly: true } }, { signal }),
    retry: false,
  })
  const refused = data?.rowList ?? []
  const asks = refused.some(({ code }) => code === 'heard-lately') || confirmed
  const submit = async () => {
    if (body === undefined) return
    const { changed } = await api.tagLifecycle.set({ body })
    void notify(t('tags.lifecycle.changed', { count: changed }))
    close(true)
  }
  return (
    <FormModal
      title={t('tags.lifecycle.ofFile')}
      submit={t('tags.lifecycle.set')}
      onSubmit={submit}
      onClose={() => close(false)}
      disabled={data === undefined || refused.length > 0 || data.changed === 0 || isFetching}
      danger={tagList?.some(({ lifecycle }) => isLeaving(lifecycleOf(lifecycle))) ?? false}
    >
      <FileDrop
        text={t('tags.assign.file')}
        choose={t('tags.assign.choose')}
        onFile={(file) => void file.text().then((text) => setLines(readLifecycleLines(text)))}
      />
      <Hint flush>{t('tags.lifecycle.fileHint', { states: lifecycleChanges.join(', ') })}</Hint>
      {lines?.length === 0 && <Message role="alert">{t('tags.assign.enterTag')}</Message>}
      {lines?.some(({ lifecycle }) => lifecycle === '') && (
        <LifecycleChoice legend={t('tags.lifecycle.without')} value={without} onChoose={setWithout} />
      )}
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      {data !== undefined && data.changed > 0 && <p style={{ margin: 0 }}>{t('tags.lifecycle.found', { count: data.changed })}</p>}
      {refused.length > 0 && (
        <div role="alert">
          <p style={{ margin: '0 0 8px' }}>{t('tags.lifecycle.wrong', { count: refused.length })}</p>
          <WrongLines
            label={t('tags.assign.badLines')}
            lines={refused
              .slice(0, named)
              .map(({ line, tagMac, code }) => t('tags.lifecycle.line', { line, text: t(`tags.lifecycle.refused.${code}`, { tagMac }) }))}
          />
          <Rest shown={Math.min(named, refused.length)} of={refused.length} />
        </div>
      )}
      {asks && <AlsoHeard confirmed={confirmed} onChange={setConfirmed} />}
    </FormModal>
  )
}

const lifecycleOf = (text: string): LifecycleChange => lifecycleChanges.find((change) => change === text.toUpperCase()) ?? 'STOCK'
