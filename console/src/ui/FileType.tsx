import type { FilmCodec, PlayCount } from '@endcap/contract/films'
import { useTranslation } from 'react-i18next'
import { cannotPlay, codecName } from './film-words.ts'
import { State } from './state.tsx'

interface Props {
  word: string
  file: { playable: boolean; codec: FilmCodec | null; playedOn?: PlayCount | undefined }
}
/** The type of a file for displays, of films with their codec; marked where none of them plays it, or some display cannot. */
export function FileType({ word, file }: Props) {
  const { t } = useTranslation()
  const label = file.codec === null ? word : `${word} · ${codecName(file.codec)}`
  const problem = file.playable ? cannotPlay(file, t) : t('common.unplayable')
  if (problem === undefined) return label
  return (
    <span title={problem}>
      <State state="" kind="alarm" label={label} />
    </span>
  )
}
