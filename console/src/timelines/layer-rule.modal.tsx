/** When a layer holds: everything may be left open, then it always does. */
import { problemOf } from '@endcap/signage/schedule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormModal } from '../form/modal.tsx'
import { ruleDraftOf, RuleFields, ruleOf } from '../schedules/index.ts'
import type { Layer } from './layers.ts'
import helpers from '../ui/helpers.module.css'

interface Props {
  layer: Layer
  onChange: (rule: Pick<Layer, 'period' | 'days' | 'time'>) => void
  close: () => void
}

export function LayerRule({ layer, onChange, close }: Props) {
  const { t } = useTranslation()
  const [first] = useState(() => ruleDraftOf(layer))
  const [draft, setDraft] = useState(first)
  const submit = async () => {
    const rule = ruleOf(draft)
    const problem = problemOf(rule)
    if (problem !== undefined && problem.problem !== 'nothing-set') throw new Error(t(`schedules.problem.${problem.problem}`))
    onChange(rule)
    close()
  }
  return (
    <FormModal
      title={t('timelines.when', { name: layer.name })}
      submit={t('timelines.apply')}
      onSubmit={submit}
      onClose={close}
      size="560px"
      unsaved={JSON.stringify(draft) !== JSON.stringify(first)}
    >
      <p className={helpers.aside}>{t('timelines.whenHint')}</p>
      <RuleFields draft={draft} readOnly={false} onChange={(part) => setDraft({ ...draft, ...part })} />
    </FormModal>
  )
}
