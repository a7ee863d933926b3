/** The fields by which an access point is added and changed. */
import { accessPointKinds, defaultVisitSeconds, type AccessPointKind, type Bridge } from '@endcap/contract/access-points'
import { useTranslation } from 'react-i18next'
import { PlainField } from '../form/refused-field.tsx'
import { ModelPicture } from '../ui/ModelPicture.tsx'
import { everyWords } from './words.ts'
import { Input, NativeSelect, Radio, Tick } from '../ui/inputs.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import hintStyles from '../ui/Hint.module.css'
import styles from './access-points.module.css'

/** A usual device of each kind, to know it by. */
const defaultModel: Record<AccessPointKind, string> = { openepaperlink: 'oepl-33', trmnl: 'trmnl-og', opendisplay: 'od-e1002' }

interface KindsProps {
  kind: AccessPointKind
  onChange: (kind: AccessPointKind) => void
  /** Why a kind cannot be chosen. */
  refused: Partial<Record<AccessPointKind, string>>
}
/** What it is, with a line on each kind. */
export function Kinds({ kind, onChange, refused }: KindsProps) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.apKinds}>
      <legend>{t('accessPoints.whatIsIt')}</legend>
      {accessPointKinds.map((one) => (
        <label key={one} data-off={refused[one] !== undefined || undefined}>
          <Radio name="kind" value={one} checked={one === kind} disabled={refused[one] !== undefined} onChange={() => onChange(one)} />
          <span>
            <b>{t(`accessPoints.kind.${one}`)}</b>
            <small>{refused[one] ?? t(`accessPoints.about.${one}`)}</small>
          </span>
          <ModelPicture tagType={defaultModel[one]} width={52} />
        </label>
      ))}
    </fieldset>
  )
}

interface BridgesProps {
  bridges: readonly Bridge[] | undefined
  bridgeId: string | undefined
  onChange: (bridgeId: string) => void
}
export function BridgeChoice({ bridges, bridgeId, onChange }: BridgesProps) {
  const { t } = useTranslation()
  return (
    <label className={dialogStyles.gwField}>
      <span>{t('accessPoints.through')}</span>
      <PlainField field="bridgeId">
        {(attributes) => (
          <NativeSelect
            {...attributes}
            value={bridgeId ?? ''}
            disabled={bridges === undefined}
            onChange={(event) => onChange(event.target.value)}
          >
            {bridges === undefined && <option value="">{t('accessPoints.bridgesLoading')}</option>}
            {bridges?.map((one) => (
              <option key={one.bridgeId} value={one.bridgeId}>
                {one.own ? t('accessPoints.ownBridge', { name: one.name }) : one.name}
              </option>
            ))}
          </NativeSelect>
        )}
      </PlainField>
      <span className={hintStyles.hint}>{t('accessPoints.throughHint')}</span>
    </label>
  )
}

interface AddressProps {
  kind: AccessPointKind
  address: string
  onChange: (address: string) => void
  discover: boolean
  onDiscover: (discover: boolean) => void
}
/** Where it is; of panels that stand alone also whether others are looked for. */
export function Address({ kind, address, onChange, discover, onDiscover }: AddressProps) {
  const { t } = useTranslation()
  return (
    <>
      <label className={dialogStyles.gwField}>
        <span>{t('accessPoints.fact.address')}</span>
        <PlainField field="address">
          {(attributes) => (
            <Input
              {...attributes}
              className={helpers.mono}
              autoComplete="off"
              spellCheck={false}
              placeholder={kind === 'opendisplay' ? '10.0.0.31, 10.0.0.32' : '10.0.0.30'}
              value={address}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </PlainField>
        <span className={hintStyles.hint}>{t(`accessPoints.addressHint.${kind}`)}</span>
      </label>
      {kind === 'opendisplay' && (
        <Tick
          className={styles.apCheck}
          label={t('accessPoints.discover')}
          checked={discover}
          onChange={(event) => onDiscover(event.target.checked)}
        />
      )}
    </>
  )
}

/** Seconds between two visits that are offered. */
const visits = [10, 30, defaultVisitSeconds, 300, 900, 3600]

/** How often panels are visited. */
export function Visit({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const { t } = useTranslation()
  const all = [...new Set([...visits, seconds])].toSorted((one, other) => one - other)
  return (
    <label className={dialogStyles.gwField}>
      <span>{t('accessPoints.visit')}</span>
      <PlainField field="options.visit">
        {(attributes) => (
          <NativeSelect {...attributes} value={seconds} onChange={(event) => onChange(Number(event.target.value))}>
            {all.map((one) => (
              <option key={one} value={one}>
                {everyWords(one, t)}
              </option>
            ))}
          </NativeSelect>
        )}
      </PlainField>
      <span className={hintStyles.hint}>{t('accessPoints.visitHint')}</span>
    </label>
  )
}

export function Name({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <label className={dialogStyles.gwField}>
      <span>{t('accessPoints.fact.name')}</span>
      <PlainField field="name">
        {(attributes) => <Input {...attributes} maxLength={100} value={name} onChange={(event) => onChange(event.target.value)} />}
      </PlainField>
    </label>
  )
}

/** Throws with what is missing. */
export function checkFields(
  t: (key: string) => string,
  { kind, name, address, discover }: { kind: AccessPointKind; name: string; address: string; discover: boolean },
): void {
  if (kind === 'openepaperlink' && address === '') throw new Error(t('accessPoints.enterAddress'))
  if (kind === 'opendisplay' && address === '' && !discover) throw new Error(t('accessPoints.enterAddressOrDiscover'))
  if (name === '') throw new Error(t('accessPoints.enterName'))
}
