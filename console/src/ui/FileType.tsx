import type { FilmCodec, FilmVersion, PlayCount } from '@endcap/contract/films'
import { useTranslation } from 'react-i18next'
import { cannotPlay, codecName, versionText } from './film-words.ts'
import { State } from './state.tsx'
import helpers from './helpers.module.css'

interface Props {
  word: string
  file: { playable: boolean; codec: FilmCodec | null; playedOn?: PlayCount | undefined; version?: FilmVersion | undefined }
}
/** The type of a file for displays, of films with their codec and other version; marked where none of them plays it, or some display cannot. */
export function FileType({ word, file }: Props) {
  const { t } = useTranslation()
  const label = file.codec === null ? word : `${word} · ${codecName(file.codec)}`
  const problem = file.playable ? cannotPlay(file, t) : t('common.unplayable')
  const { version } = file
  if (problem === undefined && version === undefined) return label
  const about = [problem, version && versionText(version, t)].flatMap((text) => text ?? [])
  return (
    <span title={about.join('. ')}>
      {problem === undefined ? label : <State state="" kind="alarm" label={label} />}
      {version && <span className={helpers.aside}> · {t(`media.film.version.short.${version.state}`, { percent: version.percent })}</span>}
    </span>
  )
}
