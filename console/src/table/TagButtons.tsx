/** Behind a tag in a list: a look at it, and its history. */
import type { Tag } from '@endcap/contract/tags'
import { IconEye, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useSession } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'

interface Props {
  storeCode: string
  tag: Tag
  /** Shows the panel beside the list, where there is one. */
  onOpen?: (tag: Tag) => void
}
const icon = { size: 15, stroke: 1.7 }

export function TagButtons({ storeCode, tag, onOpen }: Props) {
  const { t } = useTranslation()
  const id = tag.barcode
  // Without the update history the others begin with the alarms.
  const { enableTagUpdateHistory: keepsUpdates } = useSession().user.systemConfig
  return (
    <>
      {onOpen !== undefined && (
        <Button look="ghost" icon aria-label={t('tags.action.preview', { id })} onClick={() => onOpen(tag)}>
          <IconEye {...icon} />
        </Button>
      )}
      <Link
        className={buttonClass('ghost', { icon: true })}
        aria-label={t('tags.action.history', { id })}
        to={(keepsUpdates ? paths.tagHistory : paths.tagAlarms)(storeCode, tag.tagMac, id)}
        search={{}}
      >
        <IconHistory {...icon} />
      </Link>
    </>
  )
}
