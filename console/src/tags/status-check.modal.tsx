/** Starts a tag status collection: of the ticked tags, of all, or of what the gateways hear (specification 1 §4). */
import { collectingTypes, typesOfTags, type CollectingType } from '@endcap/contract/status-check'
import type { Tag } from '@endcap/contract/tags'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { Choices } from '../form/Choices.tsx'
import { useStoreCodeIfAny } from '../app/route.ts'

export function StatusCheckModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCodeIfAny()
  const [cmd, setType] = useState<CollectingType>(rows.length > 0 ? 'TAG_STATUS_CHECK' : 'ALL_TAG_STATUS_COLLECT')
  const submit = async () => {
    const ofTags = typesOfTags.includes(cmd)
    if (ofTags && rows.length === 0) throw new Error(t('common.noRow'))
    await api.statusCheck.start({ body: { storeCode, cmd, tagList: ofTags ? rows.map((tag) => tag.tagMac) : [] } })
    void queries.invalidateQueries({ queryKey: ['collecting'] })
    void notify(t('tags.check.started'))
    close(true)
  }
  return (
    <FormModal title={t('tags.action.statusCheck')} submit={t('tags.check.start')} onSubmit={submit} onClose={() => close(false)}>
      <Choices
        name="type"
        legend={t('tags.check.typeOf')}
        tall
        options={collectingTypes.map((value) => ({
          value,
          label: (
            <span>
              {t(`tags.check.type.${value}`)}
              <small>{t(`tags.check.about.${value}`, { count: rows.length })}</small>
            </span>
          ),
        }))}
        value={cmd}
        onChoose={setType}
      />
    </FormModal>
  )
}
