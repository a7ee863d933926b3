/** What a playlist plays, in its order: files from this computer, contents of the library, the price list. */
import { allGroups } from '@endcap/contract/contents'
import type { PlaylistItem } from '@endcap/contract/playlists'
import { IconCash, IconFolder, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { ContentThumb, UploadToLibrary } from '../contents/index.ts'
import { Chooser } from '../form/Chooser.tsx'
import { Seconds } from '../form/Seconds.tsx'
import { Button } from '../ui/Button.tsx'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { Sortable } from '../ui/Sortable.tsx'
import thumbStyles from '../ui/Thumb.module.css'
import setEntryStyles from '../ui/set-entry.module.css'
import helpers from '../ui/helpers.module.css'
import { itemOf, priceItem, type Item } from './playlist-draft.ts'
import { clsx } from 'clsx'

interface Props {
  items: readonly Item[]
  readOnly: boolean
  onAdd: (items: readonly PlaylistItem[]) => void
  onMove: (from: number, to: number) => void
  onSeconds: (key: number, seconds: number) => void
  onDrop: (key: number) => void
}

export function PlaylistItems({ items, readOnly, onAdd, onMove, onSeconds, onDrop }: Props) {
  const { t } = useTranslation()
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      {items.length === 0 && readOnly && <p className={helpers.aside}>{t('playlists.noItems')}</p>}
      {items.length > 0 && (
        <Sortable
          label={t('playlists.items')}
          entries={items}
          keyOf={({ key }) => String(key)}
          handleLabel={({ name }, place) => t('showSets.move', { name, place })}
          onMove={onMove}
          readOnly={readOnly}
        >
          {(item) => (
            <ItemLine
              item={item}
              readOnly={readOnly}
              onSeconds={(seconds) => onSeconds(item.key, seconds)}
              onDrop={() => onDrop(item.key)}
            />
          )}
        </Sortable>
      )}
      {!readOnly && (
        <UploadToLibrary text={t('playlists.dropHere')} onAdd={(content) => onAdd([itemOf(content)])}>
          <Button onClick={() => setChoosing(true)}>
            <IconFolder size={15} stroke={1.7} />
            {t('playlists.library')}
          </Button>
          <Button onClick={() => onAdd([priceItem(t('showSets.price'))])}>
            <IconCash size={15} stroke={1.7} />
            {t('showSets.addPrice')}
          </Button>
        </UploadToLibrary>
      )}
      {choosing && <ChooseContents onChoose={onAdd} close={() => setChoosing(false)} />}
    </>
  )
}

interface LineProps {
  item: Item
  readOnly: boolean
  onSeconds: (seconds: number) => void
  onDrop: () => void
}
function ItemLine({ item, readOnly, onSeconds, onDrop }: LineProps) {
  const { t } = useTranslation()
  const { id, name, type, thumb, updatedAt, duration } = item
  return (
    <>
      {type === 'price' ? (
        <span className={thumbStyles.signageThumb}>
          <IconCash size={16} stroke={1.5} aria-hidden />
        </span>
      ) : (
        <ContentThumb content={{ id, type, thumb, updatedAt }} />
      )}
      <span className={clsx(helpers.grow, setEntryStyles.setEntry)}>
        <b>{type === 'price' ? t('showSets.price') : name}</b>
        {type === 'price' && <small>{t('showSets.priceHint')}</small>}
      </span>
      <Seconds label={t('showSets.secondsOf', { name })} value={duration} readOnly={readOnly} onChange={onSeconds} />
      {!readOnly && (
        <Button look="ghost" icon aria-label={t('playlists.drop', { name })} onClick={onDrop}>
          <IconX size={15} stroke={1.7} />
        </Button>
      )}
    </>
  )
}

function ChooseContents({ onChoose, close }: { onChoose: (items: readonly PlaylistItem[]) => void; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  return (
    <Chooser
      title={t('playlists.library')}
      submit={t('shows.add')}
      queryKey={['contents', 'choose']}
      load={(body, signal) => api.contents.ofGroup({ params: { contentGroup: allGroups }, body }, { signal })}
      rowId={({ id }) => id}
      nameOf={({ name }) => name}
      filters={[{ name: 'name', label: t('contents.column.name') }]}
      order="name"
      picture={(content) => <ContentThumb content={content} />}
      about={({ resolution, type, duration, groupName }) =>
        [groupName, sizeInPixels(resolution) || t(`contents.type.${type}`), lengthText(duration)].filter(Boolean).join(' · ')
      }
      refuse={({ playable }) => (playable ? undefined : t('common.unplayable'))}
      empty={t('contents.none')}
      onChoose={(contents) => {
        onChoose(contents.map(itemOf))
        close()
      }}
      close={close}
    />
  )
}
