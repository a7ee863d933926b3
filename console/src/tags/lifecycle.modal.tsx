/** Sets where ticked tags are in their life, or removes them; what the server asks about is answered by a tick. */
import { lifecycleChanges, type LifecycleChange } from '@endcap/contract/tag-lifecycle'
import type { Tag } from '@endcap/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoreCodeIfAny } from '../app/route.ts'
import { useApi } from '../app/services.ts'
import { Choices } from '../form/Choices.tsx'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { Tick } from '../ui/inputs.tsx'
import { notify, notifyAbout } from '../ui/notify.ts'
import { undoOfLifecycle } from './undo.ts'

/** Greys the action while a ticked tag has a product: that is taken off first, and its glass blanked. */
export const anyInUse = (tags: readonly Tag[]): string | undefined =>
  tags.some((tag) => tag.lifecycle === 'IN_USE') ? 'tags.lifecycle.inUse' : undefined

/** They get no labels any more: this is asked once more of tags that were just heard. */
export const isLeaving = (change: LifecycleChange): boolean => change === 'RETIRED' || change === 'REMOVED'

export function LifecycleModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCodeIfAny()
  const [lifecycle, setLifecycle] = useState<LifecycleChange>('RETIRED')
  const [confirmed, setConfirmed] = useState(false)
  const submit = async () => {
    const { changed } = await api.tagLifecycle.set({
      body: { storeCode, confirmed: confirmed && isLeaving(lifecycle), tagList: rows.map(({ tagMac }) => ({ tagMac, lifecycle })) },
    })
    if (lifecycle === 'REMOVED') void notify(t('tags.lifecycle.removed', { count: changed }))
    else void notifyAbout(undefined, t('tags.lifecycle.changed', { count: changed }), undoOfLifecycle(storeCode, rows, { t, api, queries }))
    close(true)
  }
  return (
    <FormModal
      title={t('tags.lifecycle.title', { count: rows.length })}
      submit={t(lifecycle === 'REMOVED' ? 'tags.lifecycle.remove' : 'tags.lifecycle.set')}
      onSubmit={submit}
      onClose={() => close(false)}
      danger={isLeaving(lifecycle)}
    >
      <LifecycleChoice value={lifecycle} onChoose={setLifecycle} />
      {isLeaving(lifecycle) && <AlsoHeard confirmed={confirmed} onChange={setConfirmed} />}
    </FormModal>
  )
}

/** The states and removal, with what the chosen one means. */
export function LifecycleChoice({
  value,
  legend,
  onChoose,
}: {
  value: LifecycleChange
  legend?: string
  onChoose: (change: LifecycleChange) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Choices
        name="lifecycle"
        legend={legend ?? t('tags.column.lifecycle')}
        options={lifecycleChanges.map((change) => ({ value: change, label: t(`tags.lifecycle.${change}`) }))}
        value={value}
        onChoose={onChoose}
      />
      <p style={{ margin: 0 }}>{t(`tags.lifecycle.means.${value}`)}</p>
    </>
  )
}

export function AlsoHeard({ confirmed, onChange }: { confirmed: boolean; onChange: (confirmed: boolean) => void }) {
  const { t } = useTranslation()
  return <Tick label={t('tags.lifecycle.alsoHeard')} checked={confirmed} onChange={(event) => onChange(event.target.checked)} />
}
