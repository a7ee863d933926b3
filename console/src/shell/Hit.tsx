/** One row of the search: picture or sign, name, code, price, store. */
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { bmpAddress, usePicture as useDrawing } from '../data/layout-picture.ts'
import { usePicture } from '../data/pictures.ts'
import helpers from '../ui/helpers.module.css'
import type { FoundHit } from './hits.ts'
import styles from './palette.module.css'

interface Props extends Omit<FoundHit, 'id' | 'leads'> {
  optionId: string
  selected: boolean
  onChoose: () => void
}
/** Chosen by the keys of the field above: it takes no focus. */
export function Hit({ title, icon: Sign, code, place, price = '', listPrice = '', picture, layout, optionId, selected, onChoose }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' })
  }, [selected])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field above has the keys and the focus
    <div ref={row} role="option" id={optionId} aria-selected={selected} tabIndex={-1} className={styles.hit} onClick={onChoose}>
      <span className={styles.sign}>
        {picture !== undefined ? (
          <Glass {...picture} icon={Sign} />
        ) : layout !== undefined ? (
          <Drawn layout={layout} icon={Sign} />
        ) : (
          <Sign size={16} stroke={1.6} aria-hidden />
        )}
      </span>
      <span className={styles.names}>
        <b>{title}</b>
        {code !== undefined && code !== title && <span className={clsx(helpers.mono, styles.below)}>{code}</span>}
      </span>
      <span className={styles.facts}>
        {price !== '' && (
          <span className={styles.price}>
            {price} {listPrice !== '' && <s>{listPrice}</s>}
          </span>
        )}
        {place !== undefined && <span className={styles.below}>{place}</span>}
      </span>
    </div>
  )
}

function Glass({ storeCode, prCode, glass, icon: Sign }: NonNullable<FoundHit['picture']> & Pick<FoundHit, 'icon'>) {
  const picture = usePicture(storeCode, { prCode, labels: { error: 0, inProgress: 0, good: 0, glass } })
  return picture === undefined ? <Sign size={16} stroke={1.6} aria-hidden /> : <img src={picture} alt="" />
}

function Drawn({ layout, icon: Sign }: { layout: NonNullable<FoundHit['layout']> } & Pick<FoundHit, 'icon'>) {
  const [page] = useDrawing(layout).data?.pages ?? []
  return page === undefined ? <Sign size={16} stroke={1.6} aria-hidden /> : <img src={bmpAddress(page)} alt="" />
}
