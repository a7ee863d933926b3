/** The files that a list can be had as: just as it is shown, and those that the server makes. */
import { Menu } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet, IconTableDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../app/services.ts'
import { useDownload } from '../data/server-download.ts'
import { HeadMenu } from './HeadMenu.tsx'
import type { DownloadItem } from './spec.ts'
import hintStyles from '../ui/Hint.module.css'

interface Props {
  items: DownloadItem[]
  /** Writes the list as it is shown, where it can be had so. */
  onExport?: () => void
}

export function DownloadMenu({ items, onExport }: Props) {
  const { t } = useTranslation()
  const can = useCan()
  const download = useDownload()
  const allowed = items.filter((item) => can(item.needs))
  return (
    <HeadMenu label={t('downloads.menu')} icon={IconDownload} ghost width={270}>
      {onExport !== undefined && (
        <Menu.Item leftSection={<IconTableDown size={16} stroke={1.6} />} onClick={onExport}>
          <Words text={t('downloads.asShown')} hint={t('downloads.asShownHint')} />
        </Menu.Item>
      )}
      {onExport !== undefined && allowed.length > 0 && <Menu.Divider />}
      {allowed.map(({ label, hint, body }) => (
        <Menu.Item
          key={label}
          leftSection={<IconFileSpreadsheet size={16} stroke={1.6} />}
          onClick={() => download(body, label.replace(/ ?[(（].*$/, ''))}
        >
          <Words text={label} hint={hint} />
        </Menu.Item>
      ))}
    </HeadMenu>
  )
}

function Words({ text, hint }: { text: string; hint: string | undefined }) {
  return (
    <>
      {text}
      {hint !== undefined && <small className={hintStyles.hint}>{hint}</small>}
    </>
  )
}
