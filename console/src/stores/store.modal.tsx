/** Creates a store, or changes how one is configured (specification 2 §2, §5: Setting Store Error). */
import type { StoredConfig } from '@endcap/contract/stores'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { useStoresChanged } from '../data/use-stores.ts'
import { FormModal } from '../form/modal.tsx'
import { notifyAbout } from '../ui/notify.ts'
import { configParts, newDraft, toConfig, toDraft, wrongOf, type Draft, type Field } from './config-fields.ts'
import { ConfigPart, NewStoreParts } from './store-parts.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

interface Props {
  /** Absent: a new one. */
  storeCode?: string
  /** Has the focus, and is in view. */
  field?: string | undefined
  readOnly?: boolean
  close: (changed: boolean) => void
}

/** Gives a field the focus; the part that it stands in is unfolded. */
function reveal(name: string): void {
  const input = document.getElementById(`store-${name}`)
  const folded = input?.closest('details')
  if (folded) folded.open = true
  input?.focus()
}

/** What a store at the place of who creates it most likely is. */
function here(): { timeZone: string; locale: string; currency: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  const language = locale.slice(0, 2)
  return { timeZone, locale, currency: language === 'ja' ? 'JPY' : language === 'ko' ? 'KRW' : 'USD' }
}

export function StoreModal({ storeCode, field, readOnly = false, close }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const query = useQuery({
    queryKey: ['store config', storeCode],
    queryFn: ({ signal }) => api.stores.config({ params: { storeCode: storeCode ?? '' } }, { signal }),
    enabled: storeCode !== undefined,
    gcTime: 0,
    staleTime: Infinity,
  })
  if (storeCode === undefined || query.data !== undefined)
    return <StoreForm stored={query.data} field={field} readOnly={readOnly} close={close} />
  return (
    <FormModal
      title={t('storeConfig.editTitle', { name: storeCode })}
      submit={t('common.save')}
      onSubmit={async () => undefined}
      onClose={() => close(false)}
      size="860px"
      disabled
      {...(query.isError && { problem: errorText(query.error, t) })}
    >
      {!query.isError && <Skeleton style={{ height: 420 }} />}
    </FormModal>
  )
}

interface FormProps {
  stored: StoredConfig | undefined
  field: string | undefined
  readOnly: boolean
  close: (changed: boolean) => void
}
function StoreForm({ stored, field: begin, readOnly, close }: FormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const storesChanged = useStoresChanged()
  const first = useMemo(() => (stored === undefined ? newDraft(here()) : toDraft(stored)), [stored])
  const [draft, setDraft] = useState<Draft>(first)
  const [tried, setTried] = useState(false)
  const wrong = wrongOf(draft)
  const errorOf = ({ name }: Field) => {
    const found = tried ? wrong[name] : undefined
    return found && t(`storeConfig.wrong.${found.word}`, { name: t(`storeConfig.field.${name}`), min: found.min, max: found.max })
  }
  const submit = async () => {
    setTried(true)
    const [name] = Object.keys(wrong)
    if (name !== undefined) {
      reveal(name)
      const { word, min, max } = wrong[name]!
      throw new Error(t(`storeConfig.wrong.${word}`, { name: t(`storeConfig.field.${name}`), min, max }))
    }
    const body = toConfig(draft)
    try {
      const taskId = stored === undefined ? await api.stores.create({ body }).then(() => null) : await save(body, stored)
      void notifyAbout(
        taskId === null ? t('storeConfig.saved') : t('storeConfig.savedAndDrawn'),
        t('state.done.saved', { name: body.storeName }),
        {
          to: paths.store(body.storeCode),
        },
      )
      close(true)
    } finally {
      await storesChanged()
    }
  }
  const save = async (body: ReturnType<typeof toConfig>, { version }: StoredConfig) =>
    (await api.stores.save({ body: { ...body, version } })).taskId
  const form = {
    draft,
    errorOf,
    readOnly,
    onChange: (change: Draft) => setDraft((now) => ({ ...now, ...change })),
  }
  return (
    <FormModal
      title={stored === undefined ? t('storeConfig.createTitle') : t('storeConfig.editTitle', { name: stored.storeName })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={() => close(false)}
      size="860px"
      tall
      problemTitle={t('storeConfig.error')}
      unsaved={!readOnly && JSON.stringify(draft) !== JSON.stringify(first)}
      readOnly={readOnly}
    >
      {stored === undefined ? (
        <NewStoreParts {...form} />
      ) : (
        configParts.map((part) => <ConfigPart key={part.name} part={part} {...form} begin={begin ?? 'storeName'} codeFixed />)
      )}
    </FormModal>
  )
}
