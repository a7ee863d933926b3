/** The light and the page of the ticked tags, or of all tags that show the ticked products (specification 1 §5; 2 §2, §4, §9). */
import { blinkingSpeeds, controlDefaults, ledBrightnesses, ledColours, ledFeatures, longestControl } from '@endcap/contract/tag-control'
import type { Product } from '@endcap/contract/products'
import type { Tag } from '@endcap/contract/tags'
import { modelOf } from '@endcap/label/models'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from './modal.tsx'
import type { ActionProps } from '../table/spec.ts'
import { notify } from '../ui/notify.ts'
import { Choices } from './Choices.tsx'
import { TextInput } from './TextInput.tsx'
import { useStoreCodeIfAny } from '../app/route.ts'
import choicesStyles from './Choices.module.css'
import helpers from '../ui/helpers.module.css'

export const hasLed = ({ tagType }: Pick<Tag, 'tagType'>): boolean =>
  tagType.length === 2 ? ledFeatures.some((feature) => feature === tagType[0]) : modelOf(tagType)?.led === true
/** Greys the action where no ticked tag has a light. */
export const noLed = (tags: readonly Tag[]): string | undefined => (tags.length > 0 && !tags.some(hasLed) ? 'tags.led.none' : undefined)

/** Pages offered; a label seldom has more. */
const pagesOffered = 6
const lightOf: Record<(typeof ledColours)[number], string> = {
  green: '#2fbf5f',
  red: '#e5402f',
  blue: '#3a6cf0',
  yellow: '#f2c230',
  cyan: '#2fc8d6',
  magenta: '#d03fc4',
  white: '#ffffff',
}

interface Settings {
  duration: number
  ledState?: number
  ledBrightness?: number
  blinkingSpeed?: number
  pageNo?: number
}
/** Whom a dialog speaks to. */
interface Targets {
  chosen: number
  about: string
  /** Why none of them can do it. */
  refuse?: string | undefined
  /** They, each with these settings. */
  with: (settings: Settings) => { tagList?: (Settings & { tagMac: string })[]; productList?: (Settings & { prCode: string })[] }
}

/** Tags, of which only some may be able to do it. */
function tagTargets(t: TFunction, tags: readonly Tag[], able: readonly Tag[] = tags): Targets {
  const some = able.length < tags.length ? ` ${t('tags.led.some', { count: tags.length - able.length })}` : ''
  return {
    chosen: tags.length,
    about: t('tags.control.about', { count: tags.length }) + some,
    refuse: tags.length > 0 && able.length === 0 ? t('tags.led.none') : undefined,
    with: (settings) => ({ tagList: able.map(({ tagMac }) => ({ tagMac, ...settings })) }),
  }
}

const productTargets = (t: TFunction, products: readonly Product[]): Targets => ({
  chosen: products.length,
  about: t('tags.control.ofProducts', { count: products.length }),
  with: (settings) => ({ productList: products.map(({ prCode }) => ({ prCode, ...settings })) }),
})

interface ShellProps {
  name: 'led' | 'page'
  targets: Targets
  send: (duration: number) => Promise<{ tagCount: number; message: string }>
  close: (changed: boolean) => void
  children: ReactNode
}

function ControlModal({ name, targets, send, close, children }: ShellProps) {
  const { t } = useTranslation()
  const [duration, setDuration] = useState(String(controlDefaults.duration))
  const submit = async () => {
    if (targets.chosen === 0) throw new Error(t('common.noRow'))
    if (targets.refuse !== undefined) throw new Error(targets.refuse)
    const minutes = Number(duration.replace(',', '.'))
    if (duration.trim() === '' || !(minutes >= 0 && minutes <= longestControl))
      throw new Error(t('tags.control.badDuration', { longest: longestControl }))
    const { tagCount, message } = await send(minutes)
    // "no matching tags" counts as success (specification 1 §8).
    void notify(message === 'no matching tags' ? t('tags.control.noMatch') : t(`tags.${name}.sent`, { count: tagCount }))
    close(true)
  }
  return (
    <FormModal
      title={t(`tags.action.${name}`)}
      submit={t(`tags.${name}.send`)}
      onSubmit={submit}
      onClose={() => close(false)}
      {...(targets.chosen === 0 && { problem: t('common.noRow') })}
    >
      {targets.chosen > 0 && (
        <>
          <p className={helpers.aside}>{targets.about}</p>
          {children}
          <TextInput
            field="duration"
            label={t('tags.control.duration')}
            description={t(`tags.${name}.durationHint`)}
            inputMode="decimal"
            value={duration}
            onChange={(event) => setDuration(event.target.value)}
            autoComplete="off"
          />
        </>
      )}
    </FormModal>
  )
}

type DialogProps = Pick<ShellProps, 'targets' | 'close'>

function LedDialog(props: DialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [ledState, setColour] = useState<number>(controlDefaults.ledState)
  const [ledBrightness, setBrightness] = useState<number>(controlDefaults.ledBrightness)
  const [blinkingSpeed, setSpeed] = useState<number>(controlDefaults.blinkingSpeed)
  const send = (duration: number) =>
    api.tagControl.led({ body: { storeCode, ...props.targets.with({ duration, ledState, ledBrightness, blinkingSpeed }) } })
  const colours = ledColours.map((colour, value) => ({
    value,
    label: (
      <>
        <i className={choicesStyles.light} style={{ background: lightOf[colour] }} aria-hidden="true" />
        {t(`tags.led.colour.${colour}`)}
      </>
    ),
  }))
  return (
    <ControlModal {...props} name="led" send={send}>
      <Choices name="colour" legend={t('tags.led.colourOf')} options={colours} value={ledState} onChoose={setColour} />
      <Choices
        name="speed"
        legend={t('tags.led.speedOf')}
        options={blinkingSpeeds.map((value) => ({ value, label: t(`tags.led.speed.${value}`) }))}
        value={blinkingSpeed}
        onChoose={setSpeed}
      />
      <Choices
        name="brightness"
        legend={t('tags.led.brightnessOf')}
        options={ledBrightnesses.map((value) => ({ value, label: t(`tags.led.brightness.${value}`) }))}
        value={ledBrightness}
        onChoose={setBrightness}
      />
    </ControlModal>
  )
}

function PageDialog(props: DialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCodeIfAny()
  const [pageNo, setPage] = useState<number>(controlDefaults.pageNo)
  const pages = Array.from({ length: pagesOffered }, (_, value) => ({
    value,
    label: value === 0 ? t('tags.page.main') : t('tags.page.sub', { page: value }),
  }))
  const send = (duration: number) => api.tagControl.page({ body: { storeCode, ...props.targets.with({ duration, pageNo }) } })
  return (
    <ControlModal {...props} name="page" send={send}>
      <Choices name="page" legend={t('tags.page.pageOf')} options={pages} value={pageNo} onChoose={setPage} />
    </ControlModal>
  )
}

export function LedModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  return <LedDialog targets={tagTargets(t, rows, rows.filter(hasLed))} close={close} />
}
export function PageModal({ rows, close }: ActionProps<Tag>) {
  const { t } = useTranslation()
  return <PageDialog targets={tagTargets(t, rows)} close={close} />
}
export function ProductLedModal({ rows, close }: ActionProps<Product>) {
  const { t } = useTranslation()
  return <LedDialog targets={productTargets(t, rows)} close={close} />
}
export function ProductPageModal({ rows, close }: ActionProps<Product>) {
  const { t } = useTranslation()
  return <PageDialog targets={productTargets(t, rows)} close={close} />
}
