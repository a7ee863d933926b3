/** A label that was found: its state in big letters, why it stands so and what helps, its glass, and the way on. */
import type { FoundTag } from '@endcap/contract/tags'
import { IconBulb, IconRefresh, IconReplace, IconTag } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { modelOf, type Model } from '@endcap/label/models'
import { Battery, Rssi, sizeOf } from '../ui/tag-cells.tsx'
import { Fact } from '../ui/Fact.tsx'
import { formatTime } from '../ui/format.ts'
import { Glyph, kindOf } from '../ui/state.tsx'
import type { AisleDesk } from './desk.ts'
import type { AisleAction } from './view.ts'
import { shortId } from './short-id.ts'
import { Button } from '../ui/Button.tsx'
import factStyles from '../ui/Fact.module.css'
import glassStyles from '../ui/glass.module.css'
import helpers from '../ui/helpers.module.css'
import skeletonStyles from '../ui/Skeleton.module.css'
import foundStyles from './found.module.css'
import { clsx } from 'clsx'

interface Props {
  storeCode: string
  tag: FoundTag
  desk: AisleDesk
  may: readonly AisleAction[]
  /** Makes its light blink; absent where that may not be, or was just done. */
  blink: ((code: string) => void) | undefined
  brief: boolean
}
/** What a label's picture will take, with its frame: the buttons below stay where they are when it comes, and a finger meets the right one. */
const roomOf = (model: Model | undefined) => {
  const [width, height] = model === undefined ? [296, 128] : [model.width, model.height]
  return { width: width + frame, maxWidth: '100%', height: 'auto', aspectRatio: `${width + frame} / ${height + frame}` }
}
/** Pixels of the frame on both sides (glass.module.css). */
const frame = 16
const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const

export function FoundLabel({ storeCode, tag, desk, may, blink, brief }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode, tagMac: tag.tagMac }
  const { data: detail } = useQuery({
    queryKey: ['tags', storeCode, 'detail', tag.tagMac],
    queryFn: ({ signal }) => api.tags.detail({ params }, { signal }),
    enabled: !brief,
  })
  const { data: preview } = useQuery({
    queryKey: ['tags', storeCode, 'preview', tag.tagMac],
    queryFn: ({ signal }) => api.tags.preview({ params, query: {} }, { signal }),
    enabled: !brief,
  })
  const model = modelOf(tag.tagType)
  const hasLight = model?.led === true
  const kind = kindOf(tag.status)
  const { diagnosis } = detail ?? {}
  return (
    <section className={foundStyles.found} data-part="found" aria-label={shortId(tag.tagMac)}>
      <h2 className={helpers.mono}>{shortId(tag.tagMac)}</h2>
      <p className={foundStyles.foundName}>{tag.prName ?? tag.prCode ?? t('aisle.empty')}</p>
      {!brief && (
        <>
          <div className={clsx(foundStyles.foundState, foundStyles[kind])} data-part="found-state" role="status">
            <b>
              <Glyph kind={kind} />
              {t(`state.${tag.status}`)}
            </b>
            {diagnosis === undefined ? (
              <span className={skeletonStyles.skeleton} data-part="skeleton" style={{ width: '80%' }} />
            ) : (
              <span>
                {t(`tags.cause.${diagnosis.cause}`)}{' '}
                {diagnosis.cause === 'failed' && diagnosis.reason !== null && `${t(`tags.reason.${diagnosis.reason}`)}. `}
                {t(`tags.do.${diagnosis.action}`)}
              </span>
            )}
          </div>
          {tag.swap !== null && <SwapNote tag={tag} swap={tag.swap} desk={desk} />}
          <div className={glassStyles.glass} data-part="glass">
            {preview === undefined ? (
              <span className={skeletonStyles.skeleton} data-part="skeleton" style={roomOf(model)} />
            ) : preview.encodedImage === null ? (
              <span>{t('tags.noImage')}</span>
            ) : (
              <img src={`data:image/png;base64,${preview.encodedImage}`} alt={t('tags.labelOf', { id: tag.barcode })} />
            )}
          </div>
        </>
      )}
      {may.length > 1 && <NextSteps tag={tag} desk={desk} blink={blink} hasLight={hasLight} advice={diagnosis?.action} />}
      {!hasLight && <p className={foundStyles.foundHint}>{t('aisle.noLightHere')}</p>}
      <dl className={factStyles.facts}>
        <Fact name={t('tags.column.prCode')}>
          <span className={helpers.mono}>{tag.prCodeList.join(', ') || '–'}</span>
        </Fact>
        <Fact name={t('tags.column.tagType')}>{sizeOf(tag.tagType)}</Fact>
        <Fact name={t('aisle.where')}>
          <span className={helpers.mono}>{tag.gwIp || tag.gwMac || '–'}</span> <Rssi dbm={tag.rssi} />
        </Fact>
        <Fact name={t('tags.battery')}>
          <Battery volts={tag.battery} low={tag.battStatus === 'NG'} />
        </Fact>
        {diagnosis !== undefined && <Fact name={t('aisle.heard')}>{formatTime(diagnosis.lastHeardAt)}</Fact>}
      </dl>
    </section>
  )
}

interface StepsProps extends Pick<Props, 'tag' | 'desk' | 'blink'> {
  hasLight: boolean
  /** What helps the label; undefined while that is not known. */
  advice: string | undefined
}
/** What can be done with the label, what it wants first of all. */
function NextSteps({ tag, desk, blink, hasLight, advice }: StepsProps) {
  const { t } = useTranslation()
  return (
    <div className={foundStyles.foundDo} data-part="found-do">
      {blink !== undefined && (
        <Button disabled={!hasLight} onClick={() => blink(tag.tagMac)}>
          <IconBulb {...icon} />
          {t('aisle.action.blink')}
        </Button>
      )}
      {tag.prCode !== null && (
        <Button look={advice === 'reassign' ? 'primary' : 'plain'} onClick={() => desk.add({ kind: 'resend', tagMac: tag.tagMac })}>
          <IconRefresh {...icon} />
          {t('aisle.sendAgain')}
        </Button>
      )}
      <Button look={advice === 'assign' ? 'primary' : 'plain'} onClick={() => desk.go({ action: 'assign', code: tag.tagMac })}>
        <IconTag {...icon} />
        {t('aisle.action.assign')}
      </Button>
      {tag.prCode !== null && (
        <Button look={advice === 'replace-battery' ? 'primary' : 'plain'} onClick={() => desk.go({ action: 'swap', code: tag.tagMac })}>
          <IconReplace {...icon} />
          {t('aisle.action.swap')}
        </Button>
      )}
    </div>
  )
}

function SwapNote({ tag, swap, desk }: { tag: FoundTag; swap: NonNullable<FoundTag['swap']>; desk: AisleDesk }) {
  const { t } = useTranslation()
  const [sentence, other] =
    swap.from === tag.tagMac ? (['aisle.replacedBy', swap.to] as const) : (['aisle.tookPlaceOf', swap.from] as const)
  return (
    <p className={foundStyles.foundSwap}>
      <span>
        {t(sentence, { tag: shortId(other) })} {formatTime(swap.at)}
      </span>
      <Button onClick={() => desk.go({ action: 'find', code: other })}>{t('aisle.show', { tag: shortId(other).slice(-9) })}</Button>
    </p>
  )
}
