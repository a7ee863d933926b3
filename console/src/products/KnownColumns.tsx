/** Which columns a product file may have, and a file with a few products of the store to begin from. */
import { layoutColumn, nfcColumn } from '@endcap/contract/product-files'
import { hidesNfc } from '@endcap/contract/vocabulary'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi, useSession } from '../app/services.ts'
import { useAliases, useAliasLabel } from '../data/aliases.ts'
import { saveBlob } from '../data/save.ts'
import { ColumnName } from '../form/ColumnName.tsx'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { notify } from '../ui/notify.ts'
import styles from './file-check.module.css'
import { sampledProducts, sampleFile } from './sample-file.ts'

export function KnownColumns({ storeCode }: { storeCode: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const { site } = useSession().user.systemConfig
  const aliases = useAliases()
  const labelOf = useAliasLabel()
  const key = aliases.find((alias) => alias.key)
  if (key === undefined) return null
  const save = async () => {
    const { data } = await api.products.search({ params: { storeCode }, body: { length: sampledProducts } })
    const text = sampleFile(aliases, data, { name: t('files.columns.example') })
    saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), `products-${storeCode}.csv`)
  }
  return (
    <section className={styles.columns} aria-label={t('files.columns.title')} data-part="known-columns">
      <h3>{t('files.columns.title')}</h3>
      <ul>
        {[...aliases.map(({ name }) => name), layoutColumn, ...(hidesNfc(site) ? [] : [nfcColumn])].map((name) => (
          <li key={name} data-needed={name === key.name || undefined}>
            <ColumnName name={name} label={labelOf(name)} />
          </li>
        ))}
      </ul>
      <Hint flush>{t('files.columns.hint', { key: key.name })}</Hint>
      <Button onClick={() => void save().catch((error: unknown) => notify(errorText(error, t), 'bad'))}>
        <IconDownload size={15} stroke={1.7} aria-hidden />
        {t('files.columns.sample')}
      </Button>
    </section>
  )
}
