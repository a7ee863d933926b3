/** All wrong lines of a product file as a file, with what is wrong in the person's language. */
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import { notify } from '../ui/notify.ts'
import styles from './file-check.module.css'

export const nameOfWrongLines = (fileName: string): string => `${fileName.replace(/\.\w+$/, '')}.wrong-lines.csv`

export function SaveWrongLines({ save }: { save: () => Promise<void> }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const begin = () => {
    setBusy(true)
    save()
      .catch((error: unknown) => notify(errorText(error, t), 'bad'))
      .finally(() => setBusy(false))
  }
  return (
    <Button className={styles.save} busy={busy} onClick={begin}>
      <IconDownload size={15} stroke={1.7} aria-hidden />
      {t('files.wrongLines.download')}
    </Button>
  )
}
