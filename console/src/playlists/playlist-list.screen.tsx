/** /plus/v1/playlist: what is shown where and when, in one list. */
import { playlists, type PlaylistRow } from '@endcap/contract/playlists'
import { IconCash, IconEdit, IconEye, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { useApi, useCan } from '../app/services.ts'
import { ContentThumb } from '../contents/index.ts'
import { linkColumn, stateColumn, timeColumn } from '../table/columns.tsx'
import { RowButton } from '../table/RowButton.tsx'
import { RowLink } from '../table/RowLink.tsx'
import { tableSpec, type Action } from '../table/spec.ts'
import { TableScreen } from '../table/TableScreen.tsx'
import { buttonClass } from '../ui/button-class.ts'
import thumbStyles from '../ui/Thumb.module.css'
import { hoursText, weekOfHours } from './hours.ts'
import styles from './playlists.module.css'
import { RemovePlaylists } from './remove.modal.tsx'

const actions: Action<PlaylistRow>[] = [{ name: 'remove', needs: 'plus.write', on: 'either', icon: IconTrash, opens: RemovePlaylists }]

const whenText = ({ hours, period }: PlaylistRow, t: TFunction) =>
  [hoursText(weekOfHours(hours), t), ...(period === null ? [] : [`${period.start} – ${period.end}`])].join(' · ')
const stateText = ({ deviceCount, online }: PlaylistRow, t: TFunction) =>
  deviceCount === 0 ? t('playlists.state.none') : t('playlists.state.online', { online, count: deviceCount })

export function PlaylistListScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const mayWrite = useCan()('plus.write')
  const [removing, setRemoving] = useState<PlaylistRow>()
  const spec = useMemo(
    () =>
      tableSpec(playlists.search, {
        name: 'playlists',
        live: 'signage',
        rowId: ({ id }) => id,
        pageLength: 25,
        columns: [
          linkColumn('name', 190, ({ id }) => paths.playlist(id)),
          {
            field: 'items',
            width: 210,
            sort: false,
            cell: (row) => <Pictures row={row} />,
            text: ({ items }) => items.map(({ name }) => name).join(', '),
          },
          { field: 'hours', width: 300, sort: false, ownLine: true, cell: (row) => whenText(row, t), text: (row) => whenText(row, t) },
          { field: 'deviceCount', width: 88, numeric: true },
          {
            ...stateColumn('online', 140, (row: PlaylistRow) => ({
              state: '',
              kind: row.deviceCount === 0 ? 'idle' : row.online === row.deviceCount ? 'ok' : 'bad',
              label: stateText(row, t),
            })),
            sort: false,
            text: (row) => stateText(row, t),
          },
          { field: 'user', width: 180 },
          timeColumn('updatedAt'),
        ],
        filters: { name: 'text', deviceCount: 'text', user: 'text' },
        dateRange: true,
        defaultOrder: { column: 'name', dir: 'asc' },
      }),
    [t],
  )
  return (
    <>
      <TableScreen
        spec={spec}
        load={(body, signal) => api.playlists.search({ params: {}, body }, { signal })}
        title={t('playlists.title')}
        empty={t('playlists.none')}
        fill={
          mayWrite && (
            <Link className={buttonClass()} to={paths.newPlaylist} search={{}}>
              {t('playlists.first')}
            </Link>
          )
        }
        actions={actions}
        head={
          mayWrite && (
            <Link className={buttonClass('primary')} to={paths.newPlaylist} search={{}}>
              <IconPlus size={15} stroke={1.7} />
              {t('playlists.create')}
            </Link>
          )
        }
        rowButtons={mayWrite ? 2 : 1}
        rowActions={(row) => (
          <>
            <RowLink
              to={paths.playlist(row.id)}
              label={t(mayWrite ? 'shows.edit' : 'shows.view', { name: row.name })}
              icon={mayWrite ? IconEdit : IconEye}
            />
            {mayWrite && <RowButton label={t('shows.removeOne', { name: row.name })} icon={IconTrash} onClick={() => setRemoving(row)} />}
          </>
        )}
      />
      {removing !== undefined && <RemovePlaylists rows={[removing]} close={() => setRemoving(undefined)} />}
    </>
  )
}

/** The first of what it plays. */
function Pictures({ row: { items, itemCount } }: { row: PlaylistRow }) {
  const { t } = useTranslation()
  const shown = items.map((item, place) => ({ ...item, key: `${place} ${item.id}` })).slice(0, 3)
  return (
    <span className={styles.pictures}>
      {shown.map(({ key, type, ...item }) =>
        type === 'price' ? (
          <span key={key} className={thumbStyles.signageThumb} role="img" aria-label={t('showSets.price')}>
            <IconCash size={16} stroke={1.5} aria-hidden />
          </span>
        ) : (
          <span key={key} role="img" aria-label={item.name}>
            <ContentThumb content={{ ...item, type }} />
          </span>
        ),
      )}
      {itemCount > shown.length && <small>+{itemCount - shown.length}</small>}
    </span>
  )
}
