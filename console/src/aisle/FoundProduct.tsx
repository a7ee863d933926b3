/** A product that was found: all its labels, with where they are heard and how they are. */
import type { Tag } from '@endcap/contract/tags'
import { IconBulb, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Rssi, sizeOf } from '../ui/tag-cells.tsx'
import { formatNumber } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import type { AisleDesk } from './desk.ts'
import { shortId } from './short-id.ts'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import foundStyles from './found.module.css'

interface Props {
  product: { prCode: string; prName: string | null; tagCount: number }
  tags: readonly Tag[]
  desk: AisleDesk
  blink: ((code: string) => void) | undefined
}

export function FoundProduct({ product, tags, desk, blink }: Props) {
  const { t } = useTranslation()
  return (
    <section className={foundStyles.found} data-part="found" aria-label={product.prName ?? product.prCode}>
      <h2>{product.prName ?? product.prCode}</h2>
      <p className={foundStyles.foundHint}>
        <span className={helpers.mono}>{product.prCode}</span> · {t('aisle.labels', { count: product.tagCount })}
      </p>
      {blink !== undefined && tags.length > 0 && (
        <div className={foundStyles.foundDo} data-part="found-do">
          <Button look="primary" onClick={() => blink(product.prCode)}>
            <IconBulb size={20} stroke={1.7} aria-hidden="true" />
            {t('aisle.blinkAll')}
          </Button>
        </div>
      )}
      {tags.length === 0 ? (
        <p className={foundStyles.foundHint}>{t('aisle.noLabelsYet')}</p>
      ) : (
        <ul className={foundStyles.foundTags} data-part="found-tags">
          {tags.map((tag) => (
            <li key={tag.tagMac}>
              <button type="button" onClick={() => desk.go({ action: 'find', code: tag.tagMac })}>
                <span>
                  <b className={helpers.mono}>{shortId(tag.tagMac)}</b>
                  <small>
                    {sizeOf(tag.tagType)} · {tag.gwIp || tag.gwMac || '–'} <Rssi dbm={tag.rssi} />
                  </small>
                </span>
                <State state={tag.status} />
                <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {product.tagCount > tags.length && (
        <p className={foundStyles.foundHint}>{`${formatNumber(tags.length)} / ${formatNumber(product.tagCount)}`}</p>
      )}
    </section>
  )
}
