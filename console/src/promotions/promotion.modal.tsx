/** Creates a promotion for a type of stores, changes one, or shows it to who may only look; what it would do is said beside it before it is saved. */
import type { Promotion } from '@endcap/contract/promotions'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { usePriceTicks } from '../form/use-price-ticks.ts'
import { notifyAbout } from '../ui/notify.ts'
import { newDraft, toChange, toDraft, wrongOf, type Known, type PromotionDraft } from './draft.ts'
import { Outcome } from './Outcome.tsx'
import { PromotionFields } from './PromotionFields.tsx'
import styles from './promotions.module.css'
import { usePromotionCheck, warningOf } from './use-promotion-check.ts'

interface Props {
  known: Known
  /** Absent: a new one. */
  promotion?: Promotion | undefined
  readOnly: boolean
  close: () => void
}

export function PromotionModal({ known, promotion, readOnly, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const { storeType } = known.type
  const [first] = useState(() => (promotion === undefined ? newDraft(known, new Date()) : toDraft(promotion, known)))
  const [draft, setDraft] = useState(first)
  const [wrongField, setWrongField] = useState<string>()
  const { lookAgain, ...looked } = usePromotionCheck(draft, known)
  const ticks = usePriceTicks(looked.check?.review)
  const change = (part: Partial<PromotionDraft>) => setDraft({ ...draft, ...part })
  const submit = async () => {
    const wrong = wrongOf(draft, known)
    setWrongField(wrong?.field)
    if (wrong !== undefined) {
      document.getElementById(`promotion-${wrong.field}`)?.focus()
      throw new Error(t(`promotions.wrong.${wrong.word}`, { name: wrong.name ?? t(`promotions.field.${wrong.field}`) }))
    }
    const { found, before } = await lookAgain()
    const warning = warningOf(found)
    // Said first, then saved.
    const isUnsaid = warning !== undefined && (warning !== warningOf(before) || found.startedCount > (before?.startedCount ?? 0))
    if (isUnsaid || ticks.leftOf(found.review) > 0) throw new Error(t('promotions.check.look'))
    const body = { ...toChange(draft), ...(promotion && { promotionId: promotion.promotionId, version: promotion.version }) }
    try {
      await api.promotions.save({ params: { storeType }, body })
      void notifyAbout(t('promotions.saved'), t('state.done.saved', { name: body.name }), {
        to: paths.promotions,
        search: { type: storeType },
      })
      close()
    } finally {
      await queries.invalidateQueries({ queryKey: ['promotions'] })
    }
  }
  const title =
    promotion === undefined
      ? t('promotions.createTitle', { type: storeType })
      : t(readOnly ? 'promotions.view' : 'promotions.edit', { name: promotion.name })
  const warning = warningOf(looked.check)
  return (
    <FormModal
      title={title}
      submit={warning === undefined ? t('common.save') : t(`promotions.submit.${warning}`, { count: looked.check?.startedCount ?? 0 })}
      onSubmit={submit}
      onClose={close}
      size="1120px"
      tall
      problemTitle={t('promotions.problem')}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
      readOnly={readOnly}
      why={readOnly ? undefined : ticks.why}
    >
      <div className={styles.promotionForm}>
        <PromotionFields draft={draft} known={known} wrongField={wrongField} readOnly={readOnly} change={change} />
        <Outcome {...looked} ticks={ticks} />
      </div>
    </FormModal>
  )
}
