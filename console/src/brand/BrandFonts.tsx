/** The fonts of the brand: dropped in, seen, and removed where no text is set in them. */
import { brand, type BrandFont } from '@endcap/contract/brand'
import { createClient, CallError } from '@endcap/contract/client'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callsOf, useServices } from '../app/services.ts'
import { watchedFetch } from '../data/send.ts'
import { RemoveThings } from '../form/RemoveThings.tsx'
import { UploadHere } from '../media/index.ts'
import { Button } from '../ui/Button.tsx'
import { formatBytes } from '../ui/format.ts'
import { Hint } from '../ui/Hint.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './brand.module.css'

export function BrandFonts({ fonts, readOnly }: { fonts: readonly BrandFont[]; readOnly: boolean }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [removing, setRemoving] = useState<BrandFont>()
  return (
    <section className={styles.part} aria-labelledby="brand-fonts">
      <div className={styles.partHead}>
        <h2 id="brand-fonts">{t('brand.fonts')}</h2>
      </div>
      <Hint>{t('brand.fontsHint')}</Hint>
      <ul className={styles.fonts}>
        {fonts.map((font) => (
          <li key={font.id}>
            <img
              className={styles.sample}
              src={`data:image/svg+xml,${encodeURIComponent(font.sample)}`}
              alt={t('brand.sample', { name: font.name })}
            />
            <b>{font.name}</b>
            <small>
              {t('brand.characters', { count: font.characters })} · {formatBytes(font.bytes)} · {font.user} · <Time at={font.updatedAt} />
            </small>
            {!readOnly && (
              <Button look="ghost" icon aria-label={t('brand.removeFont', { name: font.name })} onClick={() => setRemoving(font)}>
                <IconTrash size={15} stroke={1.7} />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && (
        <UploadHere
          text={t('brand.dropFonts')}
          accept=".ttf,.otf,.woff,.woff2"
          maxBytes={() => brand.uploadFont.maxBytes}
          send={async (file, { onSent, signal }) => {
            const calls = createClient({ brand }, { ...callsOf(session), fetch: watchedFetch(onSent) })
            const taken = await calls.brand.uploadFont({ body: {}, file: { name: file.name, content: file } }, { signal })
            return { ...taken, warning: null }
          }}
        />
      )}
      {removing !== undefined && (
        <RemoveThings
          title={t('brand.removeFont', { name: removing.name })}
          submit={t('brand.removeIt')}
          things={[removing]}
          text={(names) => t('brand.removeText', { names })}
          inUse={{ one: t('brand.inUse'), some: t('brand.inUse') }}
          remove={async ([font]) => {
            if (font === undefined) return []
            try {
              await api.brand.removeFont({ body: { id: font.id } })
              return []
            } catch (error) {
              if (error instanceof CallError && error.answer.code === 'font-in-use') return [{ ...font, users: error.answer.error ?? [] }]
              throw error
            }
          }}
          close={() => setRemoving(undefined)}
        />
      )}
    </section>
  )
}
