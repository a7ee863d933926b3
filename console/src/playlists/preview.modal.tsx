/** Plays a playlist as a display of one of its sizes would; the prices of each display stand as a plate. */
import { showOfItems } from '@endcap/signage/playlist'
import { priceEntry } from '@endcap/signage/shows'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShowPreview, useContents } from '../shows/index.ts'
import { Segments } from '../ui/Segments.tsx'
import { sizeInPixels } from '../ui/format.ts'
import type { Item } from './playlist-draft.ts'

interface Props {
  name: string
  items: readonly Item[]
  /** Of the screens that play it, such as `1920x158`. */
  sizes: readonly string[]
  close: () => void
}
/** Of a playlist that no display plays, as the server has it. */
const anySize = '1920x1080'

export function PlaylistPreview({ name, items, sizes, close }: Props) {
  const { t } = useTranslation()
  const all = sizes.length === 0 ? [anySize] : sizes
  const [size = anySize, setSize] = useState(all[0])
  const show = useMemo(() => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    return showOfItems({ width, height, rotation: 0 }, items)
  }, [size, items])
  const contents = useContents(items.flatMap(({ id }) => (id === priceEntry ? [] : [id])))
  return (
    <ShowPreview name={name} show={show} contents={contents} hint={t('playlists.previewHint')} close={close}>
      {all.length > 1 && (
        <Segments
          label={t('playlists.previewSize')}
          value={size}
          options={all.map((one) => ({ value: one, label: sizeInPixels(one) }))}
          onChange={setSize}
        />
      )}
    </ShowPreview>
  )
}
