/** Access points that a bridge finds in its network, to be chosen; those that are served already are grey. */
import type { FoundAccessPoint } from '@endcap/contract/access-points'
import { IconRadar2 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { deviceText } from '../ui/device-text.ts'
import { BridgeAnswer } from './BridgeAnswer.tsx'
import { problemWords } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './access-points.module.css'

interface Props {
  /** Undefined while the bridges are not known. */
  bridgeId: string | undefined
  onChoose: (found: FoundAccessPoint) => void
}
export function Finder({ bridgeId, onChoose }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: (through: string) => api.accessPoints.find({ body: { bridgeId: through } }),
  })
  // What another bridge found says nothing of this one's network.
  useEffect(reset, [bridgeId, reset])
  const problem = error !== null ? errorText(error, t) : data?.problem && problemWords(data.problem, t)
  return (
    <div className={styles.apFinder}>
      <Button disabled={bridgeId === undefined || isPending} onClick={() => bridgeId && mutate(bridgeId)}>
        <IconRadar2 size={15} stroke={1.7} />
        {t(isPending ? 'accessPoints.looking' : 'accessPoints.look')}
      </Button>
      <BridgeAnswer pending={isPending} problem={problem}>
        {!problem && data?.found.length === 0 && <Hint flush>{t('accessPoints.foundNothing')}</Hint>}
        {data !== undefined && data.found.length > 0 && (
          <ul className={styles.apFound} data-part="ap-found" aria-label={t('accessPoints.found')}>
            {data.found.map((one) => (
              <li key={`${one.kind} ${one.address}`}>
                <button type="button" aria-disabled={one.known || undefined} onClick={() => !one.known && onChoose(one)}>
                  <b>{one.name || t(`accessPoints.kind.${one.kind}`)}</b>
                  <span className={helpers.mono}>{one.address}</span>
                  <small>
                    {one.known
                      ? t('accessPoints.known')
                      : [t(`accessPoints.kind.${one.kind}`), deviceText(one.detail, t)].filter(Boolean).join(' · ')}
                  </small>
                </button>
              </li>
            ))}
          </ul>
        )}
      </BridgeAnswer>
    </div>
  )
}
