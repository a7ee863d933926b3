/** What a playlist plays, in its order: files from this computer, contents of the library, the price list. */
import { allGroups } from '@endcap/contract/contents'
import type { PlaylistItem } from '@endcap/contract/playlists'
import { IconCash, IconFolder, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { ContentThumb, useUpload } from '../contents/index.ts'
import { Chooser } from '../form/Chooser.tsx'
import { DropZone } from '../form/DropZone.tsx'
import { Seconds } from '../form/Seconds.tsx'
import { accepts } from '../media/index.ts'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { Message } from '../ui/Message.tsx'
import { UploadBar } from '../ui/ProgressBar.tsx'
import { Sortable } from '../ui/Sortable.tsx'
import thumbStyles from '../ui/Thumb.module.css'
import setEntryStyles from '../ui/set-entry.module.css'
import helpers from '../ui/helpers.module.css'
import { itemOf, priceItem, type Item } from './playlist-draft.ts'
import styles from './playlists.module.css'
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
  const { uploads, busy, send, putAway } = useUpload((content) => onAdd([itemOf(content)]))
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
      {uploads.map(({ id, name, sent, waiting, problem }) =>
        problem === undefined ? (
          <div key={id} className={styles.upload}>
            <span>
              {name}
              {waiting === true && ` · ${t('media.upload.state.lost')}`}
            </span>
            <UploadBar name={name} percent={sent * 100} state="sending" />
          </div>
        ) : (
          <Message key={id} role="alert" className={styles.refused}>
            <span className={helpers.grow}>
              <b>{name}</b>: {problem}
            </span>
            <Button look="ghost" icon aria-label={t('playlists.putAway', { name })} onClick={() => putAway(id)}>
              <IconX size={15} stroke={1.7} />
            </Button>
          </Message>
        ),
      )}
      {!readOnly && (
        <DropZone onFiles={(files) => void send(files)}>
          <span>{t('playlists.dropHere')}</span>
          <span className={styles.adds}>
            <FileButton
              accept={Object.values(accepts).join(',')}
              multiple
              busy={busy}
              label={t('playlists.files')}
              onFiles={(files) => void send(files)}
            >
              {t('playlists.files')}
            </FileButton>
            <Button onClick={() => setChoosing(true)}>
              <IconFolder size={15} stroke={1.7} />
              {t('playlists.library')}
            </Button>
            <Button onClick={() => onAdd([priceItem(t('showSets.price'))])}>
              <IconCash size={15} stroke={1.7} />
              {t('showSets.addPrice')}
            </Button>
          </span>
        </DropZone>
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
