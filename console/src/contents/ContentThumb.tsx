/** The small picture of a content, or a sign of its type. */
import type { SignageContent } from '@endcap/contract/contents'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../app/services.ts'
import { toDataUrl } from '../data/data-url.ts'
import { signs } from '../ui/Thumb.tsx'
import thumbStyles from '../ui/Thumb.module.css'

export type Thumbed = Pick<SignageContent, 'id' | 'type' | 'thumb' | 'updatedAt'>

/** The address of the small picture; undefined while there is none. */
export function useThumb({ id, thumb, updatedAt }: Pick<Thumbed, 'id' | 'thumb' | 'updatedAt'>): string | undefined {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['contentThumb', id, updatedAt],
    queryFn: async ({ signal }) => toDataUrl(await api.contents.thumb({ params: { contentId: id } }, { signal })),
    enabled: thumb,
    staleTime: Infinity,
  })
  return thumb ? data : undefined
}

export function ContentThumb({ content }: { content: Thumbed }) {
  const picture = useThumb(content)
  const Sign = signs[content.type]
  return (
    <span className={thumbStyles.signageThumb} data-part="signage-thumb">
      {picture === undefined ? <Sign size={16} stroke={1.5} aria-hidden /> : <img src={picture} alt="" draggable={false} />}
    </span>
  )
}
