/** What is asked of ticked displays, or of all of a store; each says first what will happen to which (specification 3 §2, §5). */
import { deviceModes, infoSecondsBounds } from '@endcap/contract/device-config'
import type { Display, OverriddenDisplay } from '@endcap/contract/displays'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { useStoreCode } from '../app/route.ts'
import type { ActionProps } from '../table/spec.ts'
import { Choices } from '../form/Choices.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { notify } from '../ui/notify.ts'
import { FollowsTimeline } from './FollowsTimeline.tsx'
import { useOverridden } from './overridden.modal.tsx'
import { nameOf, namesOf, noneWaiting } from './devices.ts'
import linesStyles from '../form/lines.module.css'
import helpers from '../ui/helpers.module.css'
import hintStyles from '../ui/Hint.module.css'

interface AskProps extends ActionProps<Display> {
  name: 'mode' | 'showIndex' | 'showInfo' | 'sync' | 'reboot' | 'updateSoftware'
  run: (macList: string[]) => Promise<{ devices: number; overridden?: OverriddenDisplay[] }>
  /** What the specification calls the dialog of a refusal. */
  problemTitle?: string
  text?: string
  children?: ReactNode
}

function Ask({ name, rows, close, run, problemTitle, text, children }: AskProps) {
  const { t } = useTranslation()
  const title = t(`displays.action.${name}`)
  const { overridden, end } = useOverridden(title, () => close(true))
  const submit = async () => {
    if (rows.length === 0) throw new Error(t('common.noRow'))
    const refusal = noneWaiting(rows)
    if (refusal !== undefined) throw new Error(t(refusal))
    const { devices, overridden: found = [] } = await run(rows.map(({ mac }) => mac))
    void notify(t(`displays.${name}.done`, { count: devices }))
    end(found)
  }
  if (overridden !== undefined) return overridden
  return (
    <FormModal
      title={title}
      submit={t(`displays.${name}.send`)}
      onSubmit={submit}
      onClose={() => close(false)}
      {...(problemTitle !== undefined && { problemTitle })}
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t(`displays.${name}.text`, { count: rows.length, names: namesOf(rows) })}
      </p>
      {text !== undefined && <p className={helpers.aside}>{text}</p>}
      {children}
    </FormModal>
  )
}

export function SyncModal(props: ActionProps<Display>) {
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  return <Ask {...props} name="sync" run={(devList) => api.displays.sync({ params, body: { devList } })} />
}

export function RebootModal(props: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const browsers = props.rows.filter((device) => !device.caps.reboot)
  return (
    <Ask
      {...props}
      name="reboot"
      {...(browsers.length > 0 && { text: t('displays.cannot.reboot', { names: namesOf(browsers) }) })}
      run={(devList) => api.displays.reboot({ params, body: { devList } })}
    />
  )
}

export function UpdateSoftwareModal(props: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const unable = props.rows.filter((device) => !device.caps.update)
  return (
    <Ask
      {...props}
      name="updateSoftware"
      {...(unable.length > 0 && { text: t('displays.cannot.update', { names: namesOf(unable) }) })}
      run={(devList) => api.displays.updateSoftware({ params, body: { devList } })}
    />
  )
}

/** Specification 3 §5: greater than 10, less than 300. */
export function InfoDurationModal(props: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const [text, setText] = useState('30')
  const [wrong, setWrong] = useState(false)
  const { above, below } = infoSecondsBounds
  return (
    <Ask
      {...props}
      name="showInfo"
      {...(wrong && { problemTitle: t('displays.showInfo.wrongTitle') })}
      run={async (devList) => {
        const duration = Number(text)
        const isGood = Number.isInteger(duration) && duration > above && duration < below
        setWrong(!isGood)
        if (!isGood) throw new Error(t('displays.showInfo.wrong'))
        return api.displays.showInfo({ params, body: { devList, duration } })
      }}
    >
      <TextInput
        field="duration"
        label={t('displays.showInfo.seconds')}
        description={t('displays.showInfo.hint')}
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        data-autofocus
      />
    </Ask>
  )
}

export function ShowIndexModal(props: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const [first] = props.rows
  const [fixed, setFixed] = useState<'set' | 'unset'>('set')
  const [text, setText] = useState(String(first?.showIdx ?? 0))
  const run = async (macList: string[]) => {
    if (fixed === 'unset') return api.displays.unsetShowIndex({ params, body: { macList } })
    if (!/^\d{1,3}$/.test(text.trim())) throw new Error(t('displays.showIndex.wrong'))
    return api.displays.setShowIndex({ params, body: { macList, showIdx: Number(text) } })
  }
  const options = (['set', 'unset'] as const).map((value) => ({ value, label: t(`displays.showIndex.${value}`) }))
  return (
    <Ask {...props} name="showIndex" run={run}>
      <FollowsTimeline displays={props.rows} />
      <Choices name="fixed" legend={t('displays.showIndex.which')} options={options} value={fixed} onChoose={setFixed} tall />
      {fixed === 'set' && (
        <TextInput
          field="showIdx"
          label={t('displays.column.showIdx')}
          description={t('displays.showIndex.hint')}
          inputMode="numeric"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
        />
      )}
    </Ask>
  )
}

function useModeChoices() {
  const { t } = useTranslation()
  return deviceModes.map((value) => ({
    value,
    label: (
      <span>
        {t(`displays.mode.${value}`)}
        <small className={hintStyles.hint}> {t(`displays.modeHint.${value}`)}</small>
      </span>
    ),
  }))
}

export function SwitchModeModal(props: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const params = { storeCode: useStoreCode() }
  const [mode, setMode] = useState<Display['mode']>(props.rows[0]?.mode ?? 'normal')
  const options = useModeChoices()
  return (
    <Ask {...props} name="mode" run={(macList) => api.displays.switchMode({ params, body: { macList, mode } })}>
      <Choices name="mode" legend={t('displays.column.mode')} options={options} value={mode} onChoose={setMode} tall />
    </Ask>
  )
}

export function AllModesModal({ storeCode, close }: { storeCode: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const [mode, setMode] = useState<Display['mode']>('normal')
  const { overridden, end } = useOverridden(t('displays.action.allModes'), close)
  const options = useModeChoices()
  const submit = async () => {
    const { devices, overridden: found } = await api.displays.switchMode({ params: { storeCode }, body: { all: true, mode } })
    void notify(t('displays.mode.done', { count: devices }))
    end(found)
  }
  if (overridden !== undefined) return overridden
  return (
    <FormModal title={t('displays.action.allModes')} submit={t('displays.mode.send')} onSubmit={submit} onClose={close}>
      <p className={helpers.aside}>{t('displays.mode.allText')}</p>
      <Choices name="mode" legend={t('displays.column.mode')} options={options} value={mode} onChoose={setMode} tall />
    </FormModal>
  )
}

/** One after the other, so that each can say why not. */
export function RemoveModal({ rows, close }: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [left, setLeft] = useState(rows)
  const [results, setResults] = useState<{ device: Display; problem?: string }[]>([])
  const submit = async () => {
    if (left.length === 0) throw new Error(t('common.noRow'))
    const failed: typeof results = []
    for (const device of left) {
      const problem = await api.displays.remove({ params: { storeCode, plusMac: device.mac } }).then(
        () => undefined,
        (error: unknown) => errorText(error, t),
      )
      if (problem !== undefined) failed.push({ device, problem })
    }
    if (failed.length > 0) {
      setResults([...left.filter((device) => failed.every((one) => one.device !== device)).map((device) => ({ device })), ...failed])
      setLeft(failed.map(({ device }) => device))
      throw new Error(t('displays.remove.failed'))
    }
    void notify(t('displays.remove.done'))
    close(true)
  }
  return (
    <FormModal
      title={t('displays.action.remove')}
      submit={t('displays.remove.send')}
      onSubmit={submit}
      onClose={() => close(left.length < rows.length)}
      danger
    >
      <p className={helpers.aside}>
        {rows.length === 0 ? t('common.noRow') : t('displays.remove.text', { count: left.length, names: namesOf(left) })}
      </p>
      {results.length > 0 && (
        <ul className={linesStyles.lines}>
          {results.map(({ device, problem }) => (
            <li key={device.mac}>
              {nameOf(device)}: {problem ?? t('displays.remove.done')}
            </li>
          ))}
        </ul>
      )}
    </FormModal>
  )
}
