/** What there is to say of a film on a slide that displays cannot play. */
import type { UnplayableFilm } from '@endcap/contract/films'
import type { SlideObject } from '@endcap/signage/shows'
import { useTranslation } from 'react-i18next'
import { cannotPlay, filmFault } from '../ui/film-words.ts'
import { useStage } from './stage.tsx'

/** Of displays that a film is named with. */
const named = 5

/** Of one display why; of a template also which of the displays that follow it, and of one that none follows how many of the store. */
export function useFilmWarning(warnings: readonly UnplayableFilm[]): (object: Pick<SlideObject, 'type' | 'id'>) => string | undefined {
  const { t } = useTranslation()
  const { files, device } = useStage()
  return ({ type, id }) => {
    if (type !== 'video') return undefined
    const found = warnings.filter((film) => film.kind === 'video' && film.id === id)
    const [first] = found
    if (first === undefined) {
      const file = device === undefined ? files?.get(`video:${id}`) : undefined
      return file && cannotPlay(file, t)
    }
    const fault = filmFault(first, t)
    if (device !== undefined) return fault
    const names = found.slice(0, named).map(({ name, mac }) => name || mac)
    return `${fault}: ${names.join(', ')}${found.length > named ? ` +${found.length - named}` : ''}`
  }
}
