/** The slides as a file: taken in from one, where they may be changed, and written to one. */
import { IconFileExport, IconFileImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'

const icon = { size: 15, stroke: 1.7 }

interface Props {
  readOnly: boolean
  onImport: (file: File) => void
  onExport: () => void
}
export function FileButtons({ readOnly, onImport, onExport }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {!readOnly && (
        <FileButton
          label={t('slideEditor.import')}
          accept=".json,application/json"
          onFiles={([file]) => file !== undefined && onImport(file)}
        >
          <IconFileImport {...icon} />
          {t('slideEditor.import')}
        </FileButton>
      )}
      <Button onClick={onExport}>
        <IconFileExport {...icon} />
        {t('slideEditor.export')}
      </Button>
    </>
  )
}
