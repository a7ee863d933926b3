/** A picture of a label, and another one in its place. */
import { IconPhotoUp } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import { pictureLimits, readPicture, type Picture, type PictureProblem } from './picture-file.ts'
import { Button } from '../ui/Button.tsx'
import { FileInput } from '../ui/inputs.tsx'
import hintStyles from '../ui/Hint.module.css'
import styles from './layout-designer.module.css'

/** Asks for a picture; what cannot be taken is said by `onProblem`. */
export function usePictureFile(
  onPicture: (picture: Picture) => void,
  onProblem: (problem: string | undefined) => void,
): { input: ReactNode; ask: () => void } {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const words = (problem: PictureProblem) =>
    t(`layoutDesigner.picture.${problem}`, { side: formatNumber(pictureLimits.side), kilobytes: pictureLimits.characters / 1000 })
  const take = async (file: File) => {
    const read = await readPicture(file)
    if (typeof read === 'string') return onProblem(words(read))
    onProblem(undefined)
    onPicture(read)
  }
  return {
    ask: () => input.current?.click(),
    input: (
      <FileInput
        ref={input}
        accept="image/*"
        aria-label={t('layoutDesigner.picture.choose')}
        hidden
        onFiles={([file]) => file !== undefined && void take(file)}
      />
    ),
  }
}

export function PictureField({ data, readOnly, onPicture }: { data: string; readOnly: boolean; onPicture: (picture: Picture) => void }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const { input, ask } = usePictureFile(onPicture, setProblem)
  return (
    <div className={styles.pictureField}>
      <img src={data} alt={t('layoutDesigner.picture.original')} />
      <span className={hintStyles.hint}>
        {t('layoutDesigner.picture.kilobytes', { size: formatNumber(Math.ceil(data.length / 1000)) })}
      </span>
      {!readOnly && (
        <Button onClick={ask}>
          <IconPhotoUp size={15} stroke={1.7} />
          {t('layoutDesigner.picture.replace')}
        </Button>
      )}
      {!readOnly && input}
      {problem !== undefined && (
        <p className={styles.fieldWrong} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
