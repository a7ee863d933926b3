/** What a scan found: a label with its glass and why it stands so, or a product with its labels. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../app/services.ts'
import { playSound } from '../ui/sound.ts'
import type { AisleDesk, Desk } from './desk.ts'
import type { AisleAction } from './view.ts'
import type { BlinkColour } from './jobs.ts'
import { FoundLabel } from './FoundLabel.tsx'
import { FoundProduct } from './FoundProduct.tsx'
import { shortId } from './short-id.ts'
import { useFound } from './use-found.ts'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import aisleStyles from './aisle.module.css'
import foundStyles from './found.module.css'

interface Props {
  storeCode: string
  desk: AisleDesk
  now: Desk
  may: readonly AisleAction[]
  colour: BlinkColour
  /** Only what it is: the answer to the scan stands above. */
  brief: boolean
}

export function Found({ storeCode, desk, now: { code, scans }, may, colour, brief }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useFound(storeCode, code)
  const hit = data === undefined ? undefined : data.tag !== null || data.product !== null
  // Once for each scan; blinking has its own sound.
  useEffect(() => {
    if (hit !== undefined && scans > 0 && !brief) playSound(hit ? 'success' : 'failure')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- live updates make no sound
  }, [hit, scans])

  if (data === undefined)
    return error === null ? (
      <section className={foundStyles.found} data-part="found" aria-busy="true">
        <h2 className={helpers.mono}>{shortId(code)}</h2>
        <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: '70%', height: 18 }} />
        <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ height: 120 }} />
        <span className={helpers.screenReader}>{t('common.loading')}</span>
      </section>
    ) : (
      <div className={clsx(aisleStyles.message, aisleStyles.bad)} data-part="message" role="alert">
        <b>{errorText(error, t)}</b>
        <span className={helpers.mono}>{shortId(code)}</span>
        <div className={aisleStyles.answers} data-part="answers">
          <Button look="primary" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      </div>
    )
  const blink = may.includes('blink') ? (what: string) => desk.add({ kind: 'blink', code: what, colour }) : undefined
  if (data.tag !== null)
    return <FoundLabel storeCode={storeCode} tag={data.tag} desk={desk} may={may} blink={brief ? undefined : blink} brief={brief} />
  if (data.product !== null)
    return <FoundProduct product={data.product} tags={data.tagList} desk={desk} blink={brief ? undefined : blink} />
  if (brief) return null
  return (
    <div className={clsx(aisleStyles.message, aisleStyles.bad)} data-part="message" role="alert">
      <b>{t('aisle.nothing')}</b>
      <span>
        {data.otherStore === null
          ? t('aisle.nothingHint', { code: shortId(code) })
          : data.otherStore === ''
            ? t('aisle.hiddenStore')
            : t('aisle.otherStore', { store: data.otherStore })}
      </span>
    </div>
  )
}
