/** In the top bar while stores are collecting tag status; leads to what has come in, and to stopping it (specification 1 §2, §4). */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { useApi, useCan } from '../app/services.ts'
import { Glyph } from '../ui/state.tsx'
import styles from './tags.module.css'

/** While something is collected, its figures are asked for this often. */
const progressMs = 2000
const CollectingModal = lazyPart(() => import('./collecting.modal.tsx').then((module) => module.CollectingModal))

/** `storeCode`: the store that the person looks at; its collection is shown first. */
export function CollectingNote({ storeCode }: { storeCode: string | undefined }) {
  const { t } = useTranslation()
  const api = useApi()
  const can = useCan()
  const [open, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: ['collecting', ''],
    queryFn: ({ signal }) => api.statusCheck.collecting({}, { signal }),
    enabled: can('tag.read'),
    refetchInterval: ({ state }) => ((state.data?.storeList.length ?? 0) > 0 ? progressMs : false),
  })
  const collections = data?.storeList ?? []
  return (
    <>
      {collections.length > 0 && (
        <button
          type="button"
          className={styles.collecting}
          onClick={() => setOpen(true)}
          aria-label={t('tags.check.pill', { count: collections.length })}
        >
          <Glyph kind="info" />
          <span>{t('tags.check.pill', { count: collections.length })}</span>
        </button>
      )}
      {open && <CollectingModal collections={collections} storeCode={storeCode} onClose={() => setOpen(false)} />}
    </>
  )
}
