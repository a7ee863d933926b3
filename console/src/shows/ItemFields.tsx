/** The item that is chosen on the axis: when, how it lies in its area, whether it is heard. */
import type { SignageContent } from '@endcap/contract/contents'
import type { AreaItem } from '@endcap/signage/shows'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ContentThumb } from '../contents/index.ts'
import { lengthText, sizeInPixels } from '../ui/format.ts'
import { NumberField } from '../form/NumberField.tsx'
import { gapsOf, movedSpan, stretchedSpan, withSpan } from './time.ts'
import { Button } from '../ui/Button.tsx'
import { NativeSelect, Tick } from '../ui/inputs.tsx'
import styles from './shows.module.css'

interface Props {
  items: readonly AreaItem[]
  start: number
  duration: number
  contents: ReadonlyMap<string, SignageContent>
  readOnly: boolean
  /** `start`: of the item from now on; undefined when it is gone. */
  onItems: (items: AreaItem[], start: number | undefined, group?: string) => void
}
const fits = ['contain', 'cover', 'fill'] as const

export function ItemFields({ items, start, duration, contents, readOnly, onItems }: Props) {
  const { t } = useTranslation()
  const place = items.findIndex((item) => item.start === start)
  const item = items[place]
  if (item === undefined) return null
  const content = contents.get(item.id)
  const put = (part: Partial<AreaItem>) => onItems(items.with(place, { ...item, ...part }), item.start)
  const others = items.filter((_, index) => index !== place)
  /** All the time around it that nothing else takes. */
  const fill = () => {
    const gap = gapsOf(others, Math.max(duration, item.start + 1)).find(
      (one) => one.start <= item.start && one.start + one.duration > item.start,
    )
    if (gap !== undefined) onItems(withSpan(items, place, gap), gap.start)
  }
  return (
    <section className={styles.showItem} aria-label={t('shows.item')}>
      <header>
        {content !== undefined && <ContentThumb content={content} />}
        <b>{content?.name ?? t('shows.gone')}</b>
        {content !== undefined && (
          <small>
            {t(`contents.type.${content.type}`)} · {sizeInPixels(content.resolution) || '–'} · {lengthText(content.duration)}
          </small>
        )}
      </header>
      <div className={styles.showItemFields}>
        <NumberField
          label={t('shows.start')}
          value={item.start}
          min={0}
          max={Math.max(0, duration - 1)}
          readOnly={readOnly}
          unit={t('shows.seconds')}
          onChange={(value) => {
            const span = movedSpan(items, place, value, duration)
            onItems(withSpan(items, place, span), span.start, 'item:start')
          }}
        />
        <NumberField
          label={t('shows.column.duration')}
          value={item.duration}
          min={1}
          max={86_400}
          readOnly={readOnly}
          unit={t('shows.seconds')}
          onChange={(value) => {
            const span = stretchedSpan(items, place, 'end', item.start + value, duration)
            onItems(withSpan(items, place, span), item.start, 'item:duration')
          }}
        />
      </div>
      <label className={styles.showFit}>
        <span>{t('shows.fit')}</span>
        <NativeSelect
          value={item.fit}
          disabled={readOnly}
          onChange={(event) => put({ fit: fits.find((fit) => fit === event.target.value) ?? item.fit })}
        >
          {fits.map((fit) => (
            <option key={fit} value={fit}>
              {t(`shows.fits.${fit}`)}
            </option>
          ))}
        </NativeSelect>
      </label>
      <Tick
        label={t('shows.mute')}
        checked={item.mute}
        disabled={readOnly || content?.type === 'image'}
        onChange={(event) => put({ mute: event.target.checked })}
      />
      {!readOnly && (
        <div className={styles.showItemFoot}>
          <Button onClick={fill}>{t('shows.fill')}</Button>
          <Button onClick={() => onItems([...others], undefined)}>
            <IconTrash size={15} stroke={1.7} />
            {t('shows.removeItem')}
          </Button>
        </div>
      )}
    </section>
  )
}
