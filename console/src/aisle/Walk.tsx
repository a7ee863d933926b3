/** The labels of a cause that a person walks to, in the aisle: what is next, and a tap opens it. */
import { walkKinds, type WalkKind, type WalkLabel } from '@endcap/contract/today'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useRouteSearch } from '../app/route.ts'
import { errorText, useApi } from '../app/services.ts'
import { Button } from '../ui/Button.tsx'
import { Message } from '../ui/Message.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { AisleDesk, Desk } from './desk.ts'
import { shortId } from './short-id.ts'
import helpers from '../ui/helpers.module.css'
import foundStyles from './found.module.css'

/** Which labels the address says are walked to. */
export const useWalkKind = (): WalkKind | undefined => {
  const { walk } = useRouteSearch()
  return walkKinds.find((kind) => kind === walk)
}

export function Walk({ storeCode, kind, desk, now }: { storeCode: string; kind: WalkKind; desk: AisleDesk; now: Desk }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['today', storeCode, 'walk', kind],
    queryFn: ({ signal }) => api.today.walk({ query: { kind, stores: storeCode } }, { signal }),
  })
  const title = t(`today.walkTitle.${kind}`)
  const { labelList = [], more = false } = data ?? {}
  const place = labelList.findIndex(({ tagMac }) => tagMac === now.code)
  // Of one that is mended the list has nothing any more: the first is the next.
  const next = labelList[place + 1]
  const open = (tagMac: string) => desk.go({ action: 'find', code: tagMac })
  return (
    <section className={foundStyles.walk} data-part="walk" aria-label={title}>
      <h2>
        {title}
        {data !== undefined && ` · ${labelList.length}${more ? '+' : ''}`}
      </h2>
      {error !== null && <Message role="alert">{errorText(error, t)}</Message>}
      {data === undefined && error === null && <Skeleton style={{ height: 56 }} />}
      {data !== undefined && labelList.length === 0 && <p role="status">{t('today.walkEmpty')}</p>}
      {now.code === '' ? (
        <ol>
          {labelList.map((label) => (
            <li key={label.tagMac}>
              <button type="button" onClick={() => open(label.tagMac)}>
                <LabelToFind label={label} />
              </button>
            </li>
          ))}
        </ol>
      ) : (
        <div>
          <Button onClick={() => open('')}>{t('today.backToList')}</Button>
          {next !== undefined && (
            <Button onClick={() => open(next.tagMac)}>
              {t('today.next', { product: next.prName || next.prCode || t('today.noProduct') })}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function LabelToFind({ label: { tagMac, prName, prCode, price, priceOnGlass, gwIndex } }: { label: WalkLabel }) {
  const { t } = useTranslation()
  return (
    <>
      <b>{prName || prCode || t('today.noProduct')}</b>
      {price !== '' && (
        <span>
          {t('today.onGlass', { price: priceOnGlass })} {t('today.shouldBe', { price })}
        </span>
      )}
      <small>
        {gwIndex !== null && `${t('today.gatewayIndex', { index: gwIndex })} · `}
        <span className={helpers.mono}>{shortId(tagMac)}</span>
      </small>
    </>
  )
}
