/** The first scan of a pair: what it is and what it carries now, so that a wrong one is seen before the second. */
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { State } from '../ui/state.tsx'
import { sizeOf } from '../ui/tag-cells.tsx'
import { readCode, type AisleDesk, type Desk } from './desk.ts'
import { blinkColours, type BlinkColour } from './jobs.ts'
import { shortId } from './short-id.ts'
import { useFound } from './use-found.ts'
import { Button } from '../ui/Button.tsx'
import { Radio } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import aisleStyles from './aisle.module.css'
import { clsx } from 'clsx'

export function Half({ storeCode, desk, now: { action, code } }: { storeCode: string; desk: AisleDesk; now: Desk }) {
  const { t } = useTranslation()
  const { data, error } = useFound(storeCode, code)
  const { isTag } = readCode(code)
  return (
    <section className={aisleStyles.half}>
      <div>
        <small>{t(isTag ? 'aisle.label' : 'aisle.product')}</small>
        <b className={helpers.mono}>{shortId(code)}</b>
        {data === undefined ? (
          error === null ? (
            <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: '60%' }} />
          ) : (
            <span>{errorText(error, t)}</span>
          )
        ) : (
          <Known data={data} isTag={isTag} />
        )}
      </div>
      <Button look="ghost" icon aria-label={t('aisle.clear', { code: shortId(code) })} onClick={() => desk.go({ action, code: '' })}>
        <IconX size={22} stroke={1.7} />
      </Button>
    </section>
  )
}

function Known({ data: { tag, product, otherStore }, isTag }: { data: NonNullable<ReturnType<typeof useFound>['data']>; isTag: boolean }) {
  const { t } = useTranslation()
  if (!isTag)
    return product === null ? (
      <span className={aisleStyles.halfBad}>{t('aisle.noSuchProduct')}</span>
    ) : (
      <>
        <span>{product.prName ?? product.prCode}</span>
        <small>{t('aisle.labels', { count: product.tagCount })}</small>
      </>
    )
  if (tag === null)
    return otherStore === null ? (
      <span>{t('aisle.fresh')}</span>
    ) : (
      <span className={aisleStyles.halfBad}>
        {otherStore === '' ? t('aisle.hiddenStore') : t('aisle.otherStore', { store: otherStore })}
      </span>
    )
  return (
    <>
      <span>{tag.prCode === null ? t('aisle.empty') : t('aisle.carries', { product: tag.prName ?? tag.prCode })}</span>
      <small>
        {sizeOf(tag.tagType)} <State state={tag.status} />
      </small>
    </>
  )
}

export function Colours({ colour, onChoose }: { colour: BlinkColour; onChoose: (colour: BlinkColour) => void }) {
  const { t } = useTranslation()
  return (
    <div className={aisleStyles.aisleColours} role="radiogroup" aria-label={t('aisle.colour')}>
      {blinkColours.map((one) => (
        <label key={one}>
          <Radio name="colour" className={helpers.screenReader} checked={one === colour} onChange={() => onChoose(one)} />
          <i className={clsx(aisleStyles.lamp, aisleStyles[one])} aria-hidden="true" />
          {t(`aisle.colours.${one}`)}
        </label>
      ))}
    </div>
  )
}
