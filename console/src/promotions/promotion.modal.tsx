/** Creates a promotion for a type of stores, changes one, or shows it to who may only look. */
import type { Alias } from '@endcap/contract/products'
import type { Promotion } from '@endcap/contract/promotions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { notify } from '../ui/notify.ts'
import { newDraft, toChange, toDraft, wrongOf, type PromotionDraft } from './draft.ts'
import { PromotionFields } from './PromotionFields.tsx'

interface Props {
  storeType: string
  /** Absent: a new one. */
  promotion?: Promotion | undefined
  aliases: readonly Alias[]
  readOnly: boolean
  close: () => void
}

export function PromotionModal({ storeType, promotion, aliases, readOnly, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [first] = useState(() => (promotion === undefined ? newDraft(aliases, new Date()) : toDraft(promotion)))
  const [draft, setDraft] = useState(first)
  const [wrongField, setWrongField] = useState<string>()
  const change = (part: Partial<PromotionDraft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const wrong = wrongOf(draft, aliases)
    setWrongField(wrong?.field)
    if (wrong !== undefined) {
      document.getElementById(`promotion-${wrong.field}`)?.focus()
      throw new Error(t(`promotions.wrong.${wrong.word}`, { name: wrong.name ?? t(`promotions.field.${wrong.field}`) }))
    }
    const body = { ...toChange(draft), ...(promotion && { promotionId: promotion.promotionId, version: promotion.version }) }
    try {
      await api.promotions.save({ params: { storeType }, body })
      void notify(t('promotions.saved'))
      close()
    } finally {
      await queries.invalidateQueries({ queryKey: ['promotions'] })
    }
  }
  const title =
    promotion === undefined
      ? t('promotions.createTitle', { type: storeType })
      : t(readOnly ? 'promotions.view' : 'promotions.edit', { name: promotion.name })
  return (
    <FormModal
      title={title}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      size="760px"
      problemTitle={t('promotions.problem')}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
      readOnly={readOnly}
    >
      <PromotionFields draft={draft} aliases={aliases} wrongField={wrongField} readOnly={readOnly} change={change} />
    </FormModal>
  )
}
