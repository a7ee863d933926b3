/** The library beside the areas: contents are dragged onto the axis, or added to the chosen area by a button. */
import { allGroups, rootGroup, type SignageContent } from '@endcap/contract/contents'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { ContentThumb, linesOf, UploadToLibrary, useGroups } from '../contents/index.ts'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { toFilter } from '../table/request.ts'
import { Problem } from '../ui/Problem.tsx'
import { Button } from '../ui/Button.tsx'
import { Input, NativeSelect } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

/** What a content that is dragged is called on its way; it is read where it is dropped. */
export const contentDrag = 'application/x-endcap-content'
const pageLength = 50

interface Props {
  /** The area that a button adds to; none is chosen. */
  target: number | undefined
  onAdd: (content: SignageContent, area: number) => void
}

export function Library({ target, onAdd }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { groups } = useGroups()
  const [group, setGroup] = useState<string>(allGroups)
  const [text, setText] = useState('')
  const [length, setLength] = useState(pageLength)
  const query = useQuery({
    queryKey: ['signage', '', 'library', group, text, length],
    queryFn: ({ signal }) =>
      api.contents.ofGroup(
        {
          params: { contentGroup: group },
          body: { start: 0, length, order: { column: 'name', dir: 'asc' }, ...toFilter({ filters: { name: text } }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const rows = query.data?.data ?? []
  const more = (query.data?.recordsFiltered ?? 0) - rows.length
  return (
    <section className={styles.showLibrary} aria-label={t('shows.library')}>
      <h2>{t('shows.library')}</h2>
      <NativeSelect aria-label={t('contents.column.group')} value={group} onChange={(event) => setGroup(event.target.value)}>
        <option value={allGroups}>{t('contents.folder.all')}</option>
        <option value={rootGroup}>{t('contents.folder.root')}</option>
        {linesOf(groups).map(({ group: one, level }) => (
          <option key={one.id} value={one.id}>
            {'\u2003'.repeat(level - 1) + one.name}
          </option>
        ))}
      </NativeSelect>
      <Input
        type="search"
        aria-label={t('shows.searchLibrary')}
        placeholder={t('shows.searchLibrary')}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Problem query={query} />
      <ul>
        {rows.map((content) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button inside does what dragging does
          <li
            key={content.id}
            draggable={content.playable}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'copy'
              event.dataTransfer.setData(contentDrag, JSON.stringify(content))
            }}
          >
            <ContentThumb content={content} />
            <span className={styles.showLibraryName}>
              {content.name}
              <small>
                {content.playable
                  ? `${sizeInPixels(content.resolution) || t(`contents.type.${content.type}`)} · ${lengthText(content.duration)}`
                  : t('common.unplayable')}
              </small>
            </span>
            <Button
              look="ghost"
              icon
              disabled={!content.playable}
              aria-label={
                target === undefined
                  ? t('shows.addNowhere', { name: content.name })
                  : t('shows.addTo', { name: content.name, number: target + 1 })
              }
              onClick={() => onAdd(content, target ?? -1)}
            >
              <IconPlus size={15} stroke={1.7} />
            </Button>
          </li>
        ))}
      </ul>
      {query.data !== undefined && rows.length === 0 && (
        <p className={helpers.aside}>{t(text === '' ? 'shows.libraryEmpty' : 'common.nothingFound')}</p>
      )}
      <UploadToLibrary
        text={t('shows.dropHere')}
        group={group === allGroups || group === rootGroup ? null : group}
        onAdd={(content) => content.playable && target !== undefined && onAdd(content, target)}
      />
      {more > 0 && <Button onClick={() => setLength(length + 2 * pageLength)}>{t('contents.more', { count: more })}</Button>}
    </section>
  )
}
