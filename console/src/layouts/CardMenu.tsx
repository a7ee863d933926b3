/** What can be done with the size of a layout that its card shows, and with the layout as a whole. */
import type { Drawing, LayoutCard } from '@endcap/contract/layout-drawings'
import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDots,
  IconDownload,
  IconEdit,
  IconEye,
  IconHistory,
  IconListCheck,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useApi } from '../app/services.ts'
import { saveBlob } from '../data/save.ts'
import { Button } from '../ui/Button.tsx'
import { nameOf } from '../ui/drawings.ts'
import { notify } from '../ui/notify.ts'
import { exportName } from './export.tsx'
import styles from './layouts.module.css'

const icon = { size: 16, stroke: 1.6 }

interface Props {
  card: LayoutCard
  drawing: Drawing
  mayWrite: boolean
  look: () => void
  onOpen: (what: 'copy' | 'archive' | 'remove') => void
}

export function CardMenu({ card, drawing, mayWrite, look, onOpen }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { drawingId, archived, version } = drawing
  const changes = mayWrite && drawing.mayChange
  const save = async (drawings: readonly Drawing[]) => {
    try {
      const blob = await api.layouts.exportFile({ body: { drawingList: drawings.map((one) => one.drawingId) } })
      saveBlob(blob, exportName(drawings, new Date()))
    } catch (error) {
      void notify(errorText(error, t), 'bad')
    }
  }
  const label = t('layouts.actionsOf', { name: nameOf(drawing) })
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <Button look="ghost" icon aria-label={label} title={label}>
          <IconDots size={16} stroke={1.7} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.libraryMenu}>
        <Menu.Label>{nameOf(drawing)}</Menu.Label>
        <Menu.Item leftSection={<IconEdit {...icon} />} component={Link} to={paths.layoutDesigner(drawingId)}>
          {t(changes && !archived ? 'layouts.menu.edit' : 'layouts.menu.view')}
        </Menu.Item>
        <Menu.Item leftSection={<IconEye {...icon} />} onClick={look}>
          {t('layouts.menu.look')}
        </Menu.Item>
        <Menu.Item leftSection={<IconListCheck {...icon} />} component={Link} to={paths.layoutCheck(drawingId)}>
          {t('layouts.tab.check')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory {...icon} />} component={Link} to={paths.layoutVersions(drawingId)}>
          {t('layouts.tab.versions')}
        </Menu.Item>
        {mayWrite && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onOpen('copy')}>
            {t('layouts.menu.copy')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void save([drawing])}>
          {t('layouts.menu.export')}
        </Menu.Item>
        {changes && version > 0 && (
          <Menu.Item leftSection={archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />} onClick={() => onOpen('archive')}>
            {t(archived ? 'layouts.takeBack.button' : 'layouts.archive.button')}
          </Menu.Item>
        )}
        {changes && version === 0 && (
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onOpen('remove')}>
            {t('layouts.remove.button')}
          </Menu.Item>
        )}
        {card.drawingList.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('layouts.menu.whole', { name: card.layoutId })}</Menu.Label>
            <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void save(card.drawingList)}>
              {t('layouts.menu.exportAll')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
