/** The library as cards: one for each layout, with its sizes to choose from, what it looks like, how much it is used, what can be done. */
import { defaultLayoutId } from '@endcap/contract/default-layout'
import type { Drawing, LayoutCard as Card } from '@endcap/contract/layout-drawings'
import { Menu } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText } from '../app/services.ts'
import { bmpAddress, usePicture } from '../data/layout-picture.ts'
import { nameOf, sizeText } from '../ui/drawings.ts'
import { formatNumber } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Colours, VersionState, waitText } from './cells.tsx'
import styles from './layouts.module.css'

interface Props {
  cards: readonly Card[] | undefined
  /** What can be done with the size that is chosen. */
  actionsOf: (card: Card, drawing: Drawing) => ReactNode
}

/** Places of cards that are on their way. */
const places = ['a', 'b', 'c', 'd', 'e', 'f']

export function LibraryCards({ cards, actionsOf }: Props) {
  return (
    <ul className={styles.library}>
      {cards === undefined
        ? places.map((place) => (
            <li key={place}>
              <Skeleton style={{ height: 250 }} />
            </li>
          ))
        : cards.map((card) => (
            <li key={card.layoutId}>
              <LayoutCard card={card} actionsOf={actionsOf} />
            </li>
          ))}
    </ul>
  )
}

/** The size that is used by the largest number of labels; the first one where none is used. */
export const firstShown = (drawings: readonly Drawing[]): Drawing | undefined =>
  drawings.reduce<Drawing | undefined>((best, one) => (best === undefined || one.tags > best.tags ? one : best), undefined)

function LayoutCard({ card, actionsOf }: { card: Card; actionsOf: Props['actionsOf'] }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<string>()
  const { layoutId, drawingList, drawings } = card
  const drawing = drawingList.find(({ drawingId }) => drawingId === chosen) ?? firstShown(drawingList)
  if (drawing === undefined) return null
  const classes = new Set(drawingList.map(({ modelClass }) => modelClass))
  return (
    <article className={styles.libraryCard} aria-labelledby={`layout-${layoutId}`}>
      <header>
        <h2 id={`layout-${layoutId}`}>{layoutId}</h2>
        {actionsOf(card, drawing)}
      </header>
      <div className={styles.librarySizes} role="group" aria-label={t('layouts.sizesOf', { name: layoutId })}>
        {drawingList.map((one) => (
          <button
            key={one.drawingId}
            type="button"
            aria-pressed={one.drawingId === drawing.drawingId}
            // What stands on it is a part of its name.
            aria-label={one.storeCode === null ? nameOf(one) : `${layoutId} ${one.modelClass} ${shortSize(one)} ${one.storeCode}`}
            onClick={() => setChosen(one.drawingId)}
          >
            {shortSize(one)}
            {classes.size > 1 && <Colours modelClass={one.modelClass} />}
            {one.storeCode !== null && <small> {one.storeCode}</small>}
          </button>
        ))}
        {drawings > drawingList.length && (
          <Link to={paths.layouts} search={{ view: 'table', f: { layoutId: `==${layoutId}` } }}>
            {t('layouts.moreSizes', { count: drawings - drawingList.length, number: formatNumber(drawings - drawingList.length) })}
          </Link>
        )}
      </div>
      <CardPicture drawing={drawing} />
      <p className={styles.libraryFacts}>
        <span>{sizeText(drawing)}</span>
        <Colours modelClass={drawing.modelClass} />
        <span>{drawing.storeCode ?? t('common.allStores')}</span>
        <VersionState drawing={drawing} />
        {drawing.waiting !== null && <span>{waitText(drawing.waiting, t)}</span>}
      </p>
      <UsedBy card={card} counted={drawing.countedAt !== null} />
    </article>
  )
}

/** As it is told apart from the other sizes: `2.90″`, `A6`, `400 × 300`. */
function shortSize({ size, kind, width, height }: Drawing): string {
  if (kind === 'card' || size.startsWith('tag-')) return `${width} × ${height}`
  return kind === 'tag' ? `${size}″` : size
}

/** Drawn by the server when it comes in sight, at the size of the panel as far as the card has room. */
function CardPicture({ drawing }: { drawing: Drawing }) {
  const { t } = useTranslation()
  const { ref, entry } = useIntersection<HTMLAnchorElement>({ rootMargin: '160px' })
  const picture = usePicture(drawing, entry?.isIntersecting ?? false)
  const [page] = picture.data?.pages ?? []
  return (
    <Link
      ref={ref}
      className={styles.libraryPicture}
      to={paths.layoutDesigner(drawing.drawingId)}
      search={{}}
      aria-label={t('layouts.open', { name: nameOf(drawing) })}
      aria-busy={picture.isFetching}
      data-part="layout-thumb"
    >
      {page !== undefined && <img src={bmpAddress(page)} alt={t('layouts.pictureOf', { name: nameOf(drawing) })} />}
      {page === undefined && !picture.isPending && <span>{picture.isError ? errorText(picture.error, t) : t('layouts.noPicture')}</span>}
    </Link>
  )
}

function UsedBy({ card: { products, tags, stores, storeList, layoutId }, counted }: { card: Card; counted: boolean }) {
  const { t } = useTranslation()
  if (!counted) return <p className={styles.libraryUse}>{t('layouts.notCounted')}</p>
  if (stores === 0) return <p className={styles.libraryUse}>{t('layouts.unused')}</p>
  const text = t('layouts.usedBy', {
    products: t('layouts.products', { count: products, number: formatNumber(products) }),
    labels: t('layouts.labels', { count: tags, number: formatNumber(tags) }),
  })
  // Products that name no layout have the default one: no filter finds them.
  const filter: object = layoutId === defaultLayoutId ? {} : { f: { layoutId: `==${layoutId}` } }
  const [only] = storeList
  if (stores === 1 && only !== undefined)
    return (
      <p className={styles.libraryUse}>
        <Link to={paths.productList(only.storeCode)} search={filter}>
          {text}
        </Link>
        <span>{only.storeName || only.storeCode}</span>
      </p>
    )
  return (
    <p className={styles.libraryUse}>
      <Menu position="bottom-start" shadow="md" width={320}>
        <Menu.Target>
          <button type="button">{text}</button>
        </Menu.Target>
        <Menu.Dropdown className={styles.libraryMenu}>
          {storeList.map((store) => (
            <Menu.Item
              key={store.storeCode}
              renderRoot={(props) => <Link {...props} to={paths.productList(store.storeCode)} search={filter} />}
            >
              <span className={styles.libraryStore}>
                <span>{store.storeName || store.storeCode}</span>
                <small>{t('layouts.inStore', { products: formatNumber(store.products), labels: formatNumber(store.tags) })}</small>
              </span>
            </Menu.Item>
          ))}
          {stores > storeList.length && (
            <Menu.Label>
              {t('layouts.moreStores', { count: stores - storeList.length, number: formatNumber(stores - storeList.length) })}
            </Menu.Label>
          )}
        </Menu.Dropdown>
      </Menu>
      <span>{t('layouts.inStores', { count: stores, number: formatNumber(stores) })}</span>
    </p>
  )
}
