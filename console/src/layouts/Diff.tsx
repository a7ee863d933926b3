/** Two definitions drawn for the same products: before, after, and what has changed between them. */
import type { ColourClass } from '@endcap/contract/colour-classes'
import type { LayoutContent } from '@endcap/contract/layout-drawings'
import type { DrawnLayout } from '@endcap/contract/layout-findings'
import { readLayout } from '@endcap/label/layout'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { formatNumber } from '../ui/format.ts'
import { differenceOf, markedPixels, readBmp } from './bitmap.ts'
import { bmpAddress, useDrawn } from '../data/layout-picture.ts'
import { placesOf } from '../data/layout-sample.ts'
import { Message } from '../ui/Message.tsx'
import { Hint } from '../ui/Hint.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './layouts.module.css'

export interface Side {
  /** Tells its definition from others. */
  key: string
  label: string
  definition: LayoutContent
}
export const sideOf = (
  drawingId: string,
  { version, definition }: { version: number } & Pick<Side, 'definition'>,
  label: string,
): Side => ({
  key: `${drawingId} version ${version}`,
  label,
  definition,
})
interface Props {
  before: Side | undefined
  after: Side
  size: string
  modelClass: ColourClass
  storeCode: string
  /** As many of them are drawn as there are places for. */
  prCodes: readonly string[]
}

/** A layout that this console cannot read may be older. */
function placesFor(definition: LayoutContent): number {
  const read = readLayout(definition)
  return 'layout' in read ? placesOf(read.layout) : 1
}

export function Diff({ before, after, size, modelClass, storeCode, prCodes }: Props) {
  const { t } = useTranslation()
  const of = (side: Side | undefined) =>
    side === undefined || prCodes.length === 0
      ? undefined
      : { size, modelClass, storeCode, definition: side.definition, prCodes: prCodes.slice(0, placesFor(side.definition)) }
  const [old, now] = [useDrawn([before?.key ?? ''], of(before)), useDrawn([after.key], of(after))]
  const error = old.error ?? now.error
  // Pages that neither shows for this product are left out.
  const shown = [...new Set([...(old.data?.shown ?? []), ...(now.data?.shown ?? [])])].toSorted((a, b) => a - b)
  if (error !== null) return <Message role="alert">{errorText(error, t)}</Message>
  if (prCodes.length === 0) return <Hint>{t('layouts.diff.noProduct')}</Hint>
  if (now.data === undefined || (before !== undefined && old.data === undefined))
    return <Skeleton className={styles.layoutDiff} style={{ height: 160 }} aria-busy="true" />
  return (
    <>
      {shown.map((page) => (
        <PageDiff
          key={page}
          before={before && { label: before.label, page: pictureOf(old.data, page) }}
          after={{ label: after.label, page: pictureOf(now.data, page) }}
          number={shown.length > 1 ? page + 1 : undefined}
        />
      ))}
    </>
  )
}

const pictureOf = (drawn: DrawnLayout | undefined, page: number) => drawn?.pages[drawn.shown.indexOf(page)]

interface Shown {
  label: string
  /** Absent: a page that it does not have. */
  page: string | undefined
}
function PageDiff({ before, after, number }: { before: Shown | undefined; after: Shown; number: number | undefined }) {
  const { t } = useTranslation()
  const [old, now] = [before?.page, after.page]
  const compared = useMemo(() => {
    if (old === undefined || now === undefined) return undefined
    const picture = readBmp(now)
    const difference = differenceOf(readBmp(old), picture)
    return { difference, data: markedPixels(picture, difference) }
  }, [old, now])
  return (
    <section
      className={styles.layoutDiff}
      aria-label={number === undefined ? t('layouts.diff.title') : t('layouts.diff.page', { page: number })}
    >
      {before !== undefined && <Figure {...before} />}
      <Figure {...after} />
      {compared !== undefined && (
        <figure>
          <Marked {...compared} />
          <figcaption>
            {compared.difference.changed === 0
              ? t('layouts.diff.same')
              : t('layouts.diff.changed', { count: compared.difference.changed, pixels: formatNumber(compared.difference.changed) })}
          </figcaption>
        </figure>
      )}
    </section>
  )
}

function Figure({ label, page }: Shown) {
  const { t } = useTranslation()
  return (
    <figure>
      {page === undefined ? <span className={styles.none}>{t('layouts.diff.noPage')}</span> : <img src={bmpAddress(page)} alt={label} />}
      <figcaption>{label}</figcaption>
    </figure>
  )
}

interface Compared {
  difference: { width: number; height: number; changed: number }
  data: Uint8ClampedArray<ArrayBuffer>
}
function Marked({ difference: { width, height, changed }, data }: Compared) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => canvas.current?.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0), [data, width, height])
  return <canvas ref={canvas} width={width} height={height} role="img" aria-label={t('layouts.diff.marked')} data-changed={changed} />
}
