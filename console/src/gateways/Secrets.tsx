/** Secrets of gateways, shown once: to be copied or kept as a file now, because they are not shown again. */
import { csvLine, csvStart } from '@endcap/contract/csv'
import type { IssuedSecret } from '@endcap/contract/gateway-registration'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveBlob } from '../data/save.ts'
import { useCopied } from '../ui/copy.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './gateways.module.css'

/** Copies a text, and says for a moment that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  const [copied, copy] = useCopied(text)
  return (
    <Button aria-label={copied ? undefined : label} onClick={copy}>
      {copied ? <IconCheck size={15} stroke={1.7} /> : <IconCopy size={15} stroke={1.7} />}
      {t(copied ? 'gateways.copied' : 'gateways.copy')}
    </Button>
  )
}

export function Secrets({ list }: { list: readonly IssuedSecret[] }) {
  const { t } = useTranslation()
  const save = () => {
    const lines = list.map((one) => csvLine([one.storeCode, one.gwMac, one.secret]))
    saveBlob(new Blob([csvStart + csvLine(['storeCode', 'gwMac', 'secret']) + lines.join('')], { type: 'text/csv' }), 'gateway-secrets.csv')
  }
  return (
    <div className={styles.gwSecrets} role="status">
      <p>{t('gateways.secretShown', { count: list.length })}</p>
      <ul>
        {list.map((one) => (
          <li key={one.gwMac}>
            <span className={helpers.mono}>{one.gwMac}</span>
            <code>{one.secret}</code>
            <CopyButton text={one.secret} label={t('gateways.copySecret', { gwMac: one.gwMac })} />
          </li>
        ))}
      </ul>
      {list.length > 1 && (
        <Button onClick={save}>
          <IconDownload size={15} stroke={1.7} />
          {t('gateways.saveSecrets')}
        </Button>
      )}
    </div>
  )
}
