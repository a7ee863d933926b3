/** Asks an address what stands there before it is added, and says what it answered. */
import type { AccessPoint, AccessPointKind, Probed } from '@endcap/contract/access-points'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { Fact } from '../ui/Fact.tsx'
import { formatNumber } from '../ui/format.ts'
import { State } from '../ui/state.tsx'
import type { PanelKeys } from './PanelKeys.tsx'
import { deviceText } from '../ui/device-text.ts'
import { BridgeAnswer } from './BridgeAnswer.tsx'
import { problemWords } from './words.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import styles from './access-points.module.css'

const noKeys: PanelKeys = {}

interface Props {
  bridgeId: string | undefined
  kind: AccessPointKind
  address: string
  /** Of encrypted panels, as they are entered now. */
  keys?: PanelKeys
  /** The one that is changed: keys that are known of it are used too. */
  of?: AccessPoint['gwMac']
  /** Told of what answered. */
  onAnswer?: (probed: Probed) => void
}
export function Probe({ bridgeId, kind, address, keys = noKeys, of: gwMac, onAnswer }: Props) {
  const { t } = useTranslation()
  const api = useApi()
  const { mutate, reset, isPending, data, error } = useMutation({
    mutationFn: (through: string) =>
      api.accessPoints.probe({ body: { bridgeId: through, kind, address, ...(kind === 'opendisplay' && { keys, gwMac }) } }),
  })
  // An answer is of what stood there when it was asked.
  useEffect(reset, [bridgeId, kind, address, keys, reset])
  const ask = () => bridgeId && mutate(bridgeId, { onSuccess: ({ probed }) => probed !== null && onAnswer?.(probed) })
  const problem = error !== null ? errorText(error, t) : data?.problem && problemWords(data.problem, t)
  return (
    <div className={styles.apProbe}>
      <Button disabled={bridgeId === undefined || isPending || (kind === 'openepaperlink' && address === '')} onClick={ask}>
        <IconPlugConnected size={15} stroke={1.7} />
        {t(isPending ? 'accessPoints.testing' : 'accessPoints.test')}
      </Button>
      <BridgeAnswer pending={isPending} problem={problem}>
        {!problem && data?.probed && <Answer probed={data.probed} />}
      </BridgeAnswer>
    </div>
  )
}

function Answer({ probed: { maker, model, firmware, mac, name, tags, notes } }: { probed: Probed }) {
  const { t } = useTranslation()
  const facts = { name, maker, model, firmware, mac: mac ?? '', tags: tags === null ? '' : formatNumber(tags) }
  return (
    <div className={styles.apAnswer}>
      <State state="OK" label={t('accessPoints.answers')} />
      <dl>
        {Object.entries(facts).map(
          ([field, text]) =>
            text !== '' && (
              <Fact key={field} name={t(`accessPoints.fact.${field}`)}>
                {text}
              </Fact>
            ),
        )}
      </dl>
      {notes.map((note) => (
        <Hint flush key={note}>
          {deviceText(note, t)}
        </Hint>
      ))}
    </div>
  )
}
