/** In which encoding a file is read: the one found, with its first lines, and the choice of another one. */
import { encodingNames, fileEncodings, type FileEncoding } from '@endcap/contract/file-encodings'
import type { FileReading } from '@endcap/contract/file-reasons'
import { useTranslation } from 'react-i18next'
import { Hint } from '../ui/Hint.tsx'
import { Button } from '../ui/Button.tsx'
import { NativeSelect } from '../ui/inputs.tsx'
import dialogStyles from './dialog.module.css'
import encodingChoiceStyles from './EncodingChoice.module.css'

interface Props {
  /** Undefined: it is found out. */
  chosen: FileEncoding | undefined
  /** How the file was read; several when that is not certain; none before it was looked at. */
  readings: readonly FileReading[]
  onChoose: (encoding: FileEncoding | undefined) => void
  disabled?: boolean
}

export function EncodingChoice({ chosen, readings, onChoose, disabled = false }: Props) {
  const { t } = useTranslation()
  const [found] = readings
  const unsure = readings.length > 1
  const automatic = found !== undefined && chosen === undefined && !unsure ? encodingNames[found.encoding] : undefined
  return (
    <div className={encodingChoiceStyles.encoding} data-part="encoding">
      <label className={dialogStyles.gwField}>
        <span>{t('files.encoding.label')}</span>
        <NativeSelect
          value={chosen ?? ''}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => onChoose(fileEncodings.find((encoding) => encoding === value))}
        >
          <option value="">
            {automatic === undefined ? t('files.encoding.automatic') : t('files.encoding.found', { encoding: automatic })}
          </option>
          {fileEncodings.map((encoding) => (
            <option key={encoding} value={encoding}>
              {encodingNames[encoding]}
            </option>
          ))}
        </NativeSelect>
      </label>
      {unsure && <Hint>{t('files.encoding.unsure')}</Hint>}
      {readings.map(({ encoding, lines }) => (
        <figure key={encoding}>
          <figcaption>
            <span>{t('files.encoding.reads', { encoding: encodingNames[encoding] })}</span>
            {unsure && (
              <Button disabled={disabled} onClick={() => onChoose(encoding)}>
                {t('files.encoding.choose', { encoding: encodingNames[encoding] })}
              </Button>
            )}
          </figcaption>
          <pre tabIndex={0}>{lines.join('\n')}</pre>
        </figure>
      ))}
    </div>
  )
}
