/** What stands on the first page of an empty system: five steps from an empty shelf to a shining label, each with the button that does it. */
import type { StoreStatus } from '@endcap/contract/stores'
import { IconCheck } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddressDialog } from '../app/address-dialog.ts'
import { paths } from '../app/paths.ts'
import { AddGateway, useCallsAt } from '../gateways/index.ts'
import { InviteMember } from '../members/index.ts'
import { RemoveSamples, TakeSamples } from '../samples/index.ts'
import { StoreModal } from '../stores/index.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { stepNames, useSteps, type StepName } from './use-steps.ts'
import styles from './first-run.module.css'

interface Props {
  stores: readonly StoreStatus[]
  /** To the page that stands here later. */
  onLeave: () => void
}

export function FirstSteps({ stores, onLeave }: Props) {
  const { t } = useTranslation()
  const [store] = stores
  const steps = useSteps(store)
  const count = stepNames.filter((name) => steps.done[name]).length
  const over = steps.done.label
  return (
    <div className={styles.page}>
      <section className={styles.steps} aria-labelledby="first-steps" aria-busy={steps.waits}>
        <h2 id="first-steps">{t('firstRun.title')}</h2>
        <p role="status">{t(over ? 'firstRun.over' : 'firstRun.progress', { count, of: stepNames.length })}</p>
        <div className={styles.bar} aria-hidden="true">
          {stepNames.map((name) => (
            <i key={name} data-state={stateOf(steps, name)} />
          ))}
        </div>
        <ol>
          {stepNames.map((name, index) => (
            <Step key={name} number={index + 1} name={name} state={stateOf(steps, name)} store={store} steps={steps} />
          ))}
        </ol>
        <Button look={over ? 'primary' : 'plain'} onClick={onLeave}>
          {t('firstRun.leave')}
        </Button>
      </section>
      <Aside />
      <Dialogs storeCode={store?.storeCode} />
    </div>
  )
}

type Steps = ReturnType<typeof useSteps>
type State = 'done' | 'now' | 'later'
const stateOf = ({ done, now }: Steps, name: StepName): State => (done[name] ? 'done' : now === name ? 'now' : 'later')

interface StepProps {
  number: number
  name: StepName
  state: State
  store: StoreStatus | undefined
  steps: Steps
}

function Step({ number, name, state, store, steps }: StepProps) {
  const { t } = useTranslation()
  const words = { ...store, ...steps.heard, count: countOf(name, store, steps), samples: steps.samples }
  const waits = name === 'label' && steps.labels.waiting > 0 && state !== 'done'
  const silent = name === 'gateway' && state !== 'done' && steps.registered.length > 0
  const done = name === 'products' ? doneProducts(words) : 'done'
  const kind = state === 'done' ? done : waits || silent ? 'waits' : 'text'
  return (
    <li className={clsx(styles.step, styles[state])} data-step={name} data-state={state}>
      <span className={styles.mark}>
        {state === 'done' ? <IconCheck size={15} stroke={2.4} aria-label={t('firstRun.done')} /> : number}
      </span>
      <div>
        <h3>{t(`firstRun.${name}.title`)}</h3>
        <p>{t(`firstRun.${name}.${kind}`, words)}</p>
      </div>
      <div className={styles.acts}>
        <Acts name={name} state={state} storeCode={store?.storeCode} hasSamples={steps.samples > 0} />
      </div>
    </li>
  )
}

/** Says how many of the products are samples, if any. */
const doneProducts = ({ count, samples }: { count: number; samples: number }) =>
  samples === 0 ? 'done' : samples === count ? 'onlySamples' : 'samples'

function countOf(name: StepName, store: StoreStatus | undefined, { labels, people, registered }: Steps): number {
  if (name === 'products') return store?.productCount ?? 0
  if (name === 'label') return labels.shown
  return name === 'people' ? people : registered.length
}

interface ActsProps {
  name: StepName
  state: State
  storeCode: string | undefined
  hasSamples: boolean
}
/** What can be done for a step; what needs a store waits for one. */
function Acts({ name, state, storeCode, hasSamples }: ActsProps) {
  const { t } = useTranslation()
  const look = buttonClass(state === 'now' ? 'primary' : 'plain')
  if (name === 'store' && storeCode !== undefined)
    return (
      <Act look={look} to={paths.storeConfig} search={{ store: storeCode }}>
        {t('firstRun.change')}
      </Act>
    )
  if (name === 'store' || name === 'people' || (name === 'gateway' && storeCode !== undefined))
    return <Opens dialog={name} label={t(`firstRun.${name}.act`)} look={state === 'now' ? 'primary' : 'plain'} />
  if (storeCode === undefined) return <small>{t('firstRun.afterStore')}</small>
  if (name === 'gateway') return null
  const to = { products: paths.productList, label: paths.tagList }[name](storeCode)
  const search = { products: { do: 'upload' }, label: { do: 'assign' } }[name]
  return (
    <>
      {name === 'products' && hasSamples && <Opens dialog="samples" label={t('samples.remove.act')} />}
      {name === 'products' && state !== 'done' && <TakeSamples storeCode={storeCode} />}
      <Act look={look} to={to} search={search}>
        {t(`firstRun.${name}.act`)}
      </Act>
    </>
  )
}

const Act = ({ look, to, search, children }: { look: string; to: string; search: object; children: ReactNode }) => (
  <Link to={to} search={search} className={look}>
    {children}
  </Link>
)

type DialogName = 'store' | 'samples' | 'gateway' | 'people'
/** Opens a dialog of this page, by its address. */
function Opens({ dialog, label, look }: { dialog: DialogName; label: string; look?: 'primary' | 'plain' }) {
  const navigate = useNavigate()
  return (
    <Button look={look} onClick={() => void navigate({ to: '.', search: { do: dialog } })}>
      {label}
    </Button>
  )
}

/** The dialog that the address asks for. */
function Dialogs({ storeCode }: { storeCode: string | undefined }) {
  const { asked, settle } = useAddressDialog()
  if (asked === 'store') return <StoreModal close={settle} />
  if (asked === 'gateway') return <AddGateway storeCode={storeCode} close={settle} />
  if (asked === 'people') return <InviteMember close={settle} />
  return asked === 'samples' && storeCode !== undefined ? <RemoveSamples storeCode={storeCode} close={settle} /> : null
}

function Aside() {
  const { t } = useTranslation()
  const { callsAt, waits } = useCallsAt()
  return (
    <aside className={styles.aside} aria-label={t('firstRun.aside')} aria-busy={waits}>
      {callsAt !== undefined && (
        <>
          <h2>{t('firstRun.calls')}</h2>
          <p>{callsAt}</p>
        </>
      )}
      <h2>{t('firstRun.silent.title')}</h2>
      <ol>
        {(['power', 'network', 'clock'] as const).map((name) => (
          <li key={name}>{t(`firstRun.silent.${name}`)}</li>
        ))}
      </ol>
      <h2>{t('firstRun.virtual.title')}</h2>
      <p>{t('firstRun.virtual.text')}</p>
      <code>ENDCAP_DATA=./trial npm start</code>
    </aside>
  )
}
