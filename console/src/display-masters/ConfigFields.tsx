/** The fields of a display's v1 settings. */
import { masterBright, masterVolume, type MasterConfig, type DisplayMaster } from '@endcap/contract/display-masters'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../form/Select.tsx'
import { StoreField } from '../form/StoreField.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { asBright, asVolume, refusals } from './masters.ts'
import { Pin } from './Pin.tsx'
import { Tick } from '../ui/inputs.tsx'
import styles from './display-masters.module.css'
import { clsx } from 'clsx'
import fieldGridStyles from '../form/field-grid.module.css'
import helpers from '../ui/helpers.module.css'

export interface Config extends MasterConfig {
  line: DisplayMaster['line']
}
interface Props {
  config: Config
  /** Whether the codes of the display's menu are set. */
  pins: { admin: boolean; manager: boolean }
  caps: DisplayMaster['caps']
  readOnly: boolean
  onChange: (part: Partial<Config>) => void
}
type TextField = 'code' | 'name' | 'category' | 'section' | 'shelfID' | 'position' | 'timeserver' | 'opentime' | 'closetime'
/** Why the display cannot do what a field says. */
type RefusedBecause = (field: keyof MasterConfig) => string | undefined
type CheckField = 'bt' | 'nfc' | 'autorun' | 'autoupdate'

const zones = Intl.supportedValuesOf('timeZone')
const zonesShown = 80
const lines = ['v1', 'v0'] as const
const turns = [0, 90, 180, 270] as const
const optionOf = <V extends string | number>(options: readonly V[], chosen: string | null) => options.find((one) => String(one) === chosen)
const textLength: Record<TextField, number> = {
  code: 60,
  name: 100,
  category: 60,
  section: 60,
  shelfID: 60,
  position: 60,
  timeserver: 200,
  opentime: 5,
  closetime: 5,
}

export function ConfigFields({ config, pins, caps, readOnly, onChange }: Props) {
  const { t } = useTranslation()
  const refused = refusals(caps)
  const reason = (field: keyof MasterConfig) => (refused[field] === undefined ? undefined : t(`displayMasters.cannot.${refused[field]}`))
  const text = (field: TextField, more: { hint?: string; mono?: true } = {}) => (
    <TextInput
      field={field}
      label={t(`displayMasters.field.${field}`)}
      description={reason(field) ?? more.hint}
      classNames={more.mono ? { input: helpers.mono } : {}}
      value={config[field]}
      maxLength={textLength[field]}
      disabled={refused[field] !== undefined}
      readOnly={readOnly}
      onChange={(event) => onChange({ [field]: event.target.value })}
      autoComplete="off"
      spellCheck={false}
    />
  )
  const check = (field: CheckField) => (
    <Tick
      label={t(`displayMasters.field.${field}`)}
      description={reason(field) ?? t(`displayMasters.hint.${field}`)}
      checked={config[field]}
      disabled={readOnly || refused[field] !== undefined}
      onChange={(event) => onChange({ [field]: event.currentTarget.checked })}
    />
  )
  return (
    <>
      <Group name="place">
        {text('code', { mono: true })}
        {text('name')}
        <StoreField
          field="storeCode"
          label={t('displayMasters.field.storeCode')}
          value={config.storeCode}
          readOnly={readOnly}
          onChange={(storeCode) => onChange({ storeCode })}
        />
        {text('category')}
        {text('section')}
        {text('shelfID')}
        {text('position')}
        <Select
          field="line"
          label={t('displayMasters.field.line')}
          description={t(`displayMasters.lineHint.${config.line}`)}
          data={lines.map((value) => ({ value, label: t(`displayMasters.line.${value}`) }))}
          value={config.line}
          allowDeselect={false}
          readOnly={readOnly}
          onChange={(chosen) => onChange({ line: optionOf(lines, chosen) ?? config.line })}
        />
      </Group>
      <ScreenGroup config={config} readOnly={readOnly} refusedBecause={reason} onChange={onChange} />
      <Group name="hours">
        {text('opentime', { hint: t('displayMasters.hint.hours'), mono: true })}
        {text('closetime', { hint: t('displayMasters.hint.closetime'), mono: true })}
        <Select
          field="timezone"
          label={t('displayMasters.field.timezone')}
          data={[
            { value: '', label: t('displayMasters.storeZone') },
            ...new Set([...(config.timezone === '' ? [] : [config.timezone]), 'UTC', ...zones]),
          ]}
          value={config.timezone}
          allowDeselect={false}
          readOnly={readOnly}
          searchable
          limit={zonesShown}
          nothingFoundMessage={t('common.nothingFound')}
          onChange={(timezone) => timezone !== null && onChange({ timezone })}
        />
        {text('timeserver', { mono: true })}
      </Group>
      <Group name="machine" checks>
        {check('autorun')}
        {check('autoupdate')}
        {check('bt')}
        {check('nfc')}
      </Group>
      <CodesGroup config={config} pins={pins} readOnly={readOnly} onChange={onChange} />
    </>
  )
}

interface ScreenProps extends Pick<Props, 'config' | 'readOnly' | 'onChange'> {
  refusedBecause: RefusedBecause
}
/** How loud, how bright, which way up, and how often it takes a picture of itself. */
function ScreenGroup({ config, readOnly, refusedBecause, onChange }: ScreenProps) {
  const { t } = useTranslation()
  return (
    <Group name="screen">
      <Amount
        readOnly={readOnly}
        refusedBecause={refusedBecause}
        field="volume"
        value={config.volume}
        hint={t('displayMasters.upTo', { max: masterVolume.max })}
        normalise={asVolume}
        onChange={(volume) => onChange({ volume })}
      />
      <Amount
        readOnly={readOnly}
        refusedBecause={refusedBecause}
        field="bright"
        value={config.bright}
        hint={t('displayMasters.upTo', { max: masterBright.max })}
        normalise={asBright}
        onChange={(bright) => onChange({ bright })}
      />
      <Select
        field="orientation"
        label={t('displayMasters.field.orientation')}
        data={turns.map((turn) => ({ value: String(turn), label: `${turn}°` }))}
        value={String(config.orientation)}
        allowDeselect={false}
        readOnly={readOnly}
        onChange={(chosen) => onChange({ orientation: optionOf(turns, chosen) ?? config.orientation })}
      />
      <Amount
        readOnly={readOnly}
        refusedBecause={refusedBecause}
        field="screenInterval"
        value={config.screenInterval}
        hint={t('displayMasters.hint.screenInterval')}
        normalise={asInterval}
        onChange={(screenInterval) => onChange({ screenInterval })}
      />
      <Amount
        readOnly={readOnly}
        refusedBecause={refusedBecause}
        field="cameraInterval"
        value={config.cameraInterval}
        hint={t('displayMasters.hint.cameraInterval')}
        normalise={asInterval}
        onChange={(cameraInterval) => onChange({ cameraInterval })}
      />
    </Group>
  )
}

/** The codes that open the display's menu. */
function CodesGroup({ config, pins, readOnly, onChange }: Pick<Props, 'config' | 'pins' | 'readOnly' | 'onChange'>) {
  return (
    <Group name="codes">
      <Pin
        field="adminPwd"
        isSet={pins.admin}
        value={config.adminPwd}
        readOnly={readOnly}
        onChange={(adminPwd) => onChange({ adminPwd })}
      />
      <Pin
        field="managerPwd"
        isSet={pins.manager}
        value={config.managerPwd}
        readOnly={readOnly}
        onChange={(managerPwd) => onChange({ managerPwd })}
      />
    </Group>
  )
}

const asInterval = (value: unknown): number => {
  const seconds = Number(value)
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400 ? seconds : 0
}

function Group({ name, checks = false, children }: { name: string; checks?: boolean; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <fieldset className={styles.masterGroup}>
      <legend>{t(`displayMasters.group.${name}`)}</legend>
      <div className={clsx(fieldGridStyles.fieldGrid, !checks && fieldGridStyles.three)}>{children}</div>
    </fieldset>
  )
}

interface AmountProps {
  field: 'volume' | 'bright' | 'screenInterval' | 'cameraInterval'
  value: number
  hint: string
  /** What becomes of a text that is no such number. */
  normalise: (value: unknown) => number
  readOnly: boolean
  refusedBecause: RefusedBecause
  onChange: (value: number) => void
}
/** What is typed may be anything; it becomes a number that may be when the field is left. */
function Amount({ field, value, hint, normalise, readOnly, refusedBecause, onChange }: AmountProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string>()
  const reason = refusedBecause(field)
  return (
    <TextInput
      field={field}
      label={t(`displayMasters.field.${field}`)}
      description={reason ?? hint}
      inputMode="numeric"
      value={typed ?? String(value)}
      disabled={reason !== undefined}
      readOnly={readOnly}
      onChange={(event) => {
        setTyped(event.target.value)
        onChange(normalise(event.target.value))
      }}
      onBlur={() => setTyped(undefined)}
      autoComplete="off"
    />
  )
}
