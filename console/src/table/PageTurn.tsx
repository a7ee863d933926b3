/** Back and on: the buttons of everything that has pages. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'

interface Props {
  page: number
  last: boolean
  onTurn: (page: number) => void
}

export function PageTurn({ page, last, onTurn }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Button look="ghost" icon aria-label={t('common.previous')} disabled={page === 0} onClick={() => onTurn(page - 1)}>
        <IconChevronLeft size={16} />
      </Button>
      <Button look="ghost" icon aria-label={t('common.next')} disabled={last} onClick={() => onTurn(page + 1)}>
        <IconChevronRight size={16} />
      </Button>
    </>
  )
}
