/**
 * Products into places of displays by scanning: display, products, done (specification 3 §4, §5). What is typed for the display decides: an
 * address takes a list of products, an address with a number behind it one product into that place.
 */
import type { Display } from '@endcap/contract/displays'
import { parseDeviceId } from '@endcap/signage/models'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { AskLast } from '../form/AskLast.tsx'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge, withoutScan } from '../scan/wedge.ts'
import type { ActionProps } from '../table/spec.ts'
import { useStoreCode } from '../app/route.ts'
import { DoneLines, useSends } from './DoneLines.tsx'
import { Button } from '../ui/Button.tsx'
import { TextInput } from '../form/TextInput.tsx'
import linesStyles from '../form/lines.module.css'
import helpers from '../ui/helpers.module.css'

/** What is typed and scanned, and what follows from it. */
function useAssigning(rows: readonly Display[]) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const storeCode = useStoreCode()
  const [device, setDevice] = useState(rows.length === 1 ? (rows[0]?.mac ?? '') : '')
  const [code, setCode] = useState('')
  const [list, setList] = useState<string[]>([])
  const [asking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [done, send] = useSends()
  const deviceField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)
  const id = parseDeviceId(device)

  const clear = () => {
    setDevice('')
    setCode('')
    setList([])
    setAsking(false)
    setProblem(undefined)
    deviceField.current?.focus()
  }
  const assign = (mac: string, product: string | string[]) => {
    clear()
    send(async () => {
      await api.displays.assign({ body: { storeCode, devList: [{ mac, product }] } })
      void queries.invalidateQueries({ queryKey: ['signage', storeCode] })
      return t('displays.assign.done', { mac, product: [product].flat().join(', ') })
    })
  }
  const add = (product: string) => {
    if (product.trim() !== '') setList((now) => (now.includes(product.trim()) ? now : [...now, product.trim()]))
    setCode('')
    setProblem(undefined)
    codeField.current?.focus()
  }
  const submit = () => {
    setProblem(undefined)
    if (id.state === 0) {
      setProblem(t('displays.assign.badDevice'))
      deviceField.current?.focus()
    } else if (id.state === 2) {
      if (code.trim() === '') setProblem(t('displays.assign.noCode'))
      else assign(device.trim(), code.trim())
    } else if (code.trim() !== '') setAsking(true)
    else if (list.length === 0) setProblem(t('displays.assign.noCode'))
    else assign(id.mac, list)
  }
  const answer = (withCode: boolean) => {
    setAsking(false)
    const whole = withCode && !list.includes(code.trim()) ? [...list, code.trim()] : list
    setCode('')
    setList(whole)
    if (whole.length === 0) setProblem(t('displays.assign.noCode'))
    else assign(id.state === 1 ? id.mac : device.trim(), whole)
  }
  // A product's number looks like an address, too: what comes first is the display, what follows its products.
  const scan = (scanned: string) => {
    const typed = withoutScan(device, scanned)
    if (parseDeviceId(typed).state === 0) {
      setDevice(scanned)
      setCode((now) => withoutScan(now, scanned))
      codeField.current?.focus()
      return
    }
    setDevice(typed)
    if (parseDeviceId(typed).state === 1) add(scanned)
    else assign(typed.trim(), scanned)
  }
  useWedge(scan)
  // Typed by hand, Enter leads from the display to the product, and adds it to the list.
  const deviceProps = {
    ref: deviceField,
    value: device,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setDevice(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return
      event.preventDefault()
      codeField.current?.focus()
    },
  }
  const codeProps = {
    ref: codeField,
    value: code,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setCode(event.target.value),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || id.state !== 1 || code.trim() === '') return
      event.preventDefault()
      add(code)
    },
  }
  return { id, code, list, setList, asking, problem, done, submit, answer, add, scan, deviceProps, codeProps }
}

export function AssignModal({ rows, close }: ActionProps<Display>) {
  const { t } = useTranslation()
  const { id, code, list, setList, asking, problem, done, submit, answer, add, scan, deviceProps, codeProps } = useAssigning(rows)
  return (
    <FormModal
      title={t('displays.action.assign')}
      submit={t('displays.action.assign')}
      onSubmit={() => Promise.resolve(submit())}
      onClose={() => close(done.length > 0)}
      problem={problem}
      disabled={asking}
    >
      <p className={helpers.aside}>{t('displays.assign.hint')}</p>
      <TextInput
        {...deviceProps}
        label={t('displays.assign.device')}
        description={t(`displays.assign.state.${id.state}`, id.state === 2 ? { slot: id.slot } : {})}
        classNames={{ input: helpers.mono }}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <TextInput
        {...codeProps}
        label={t('displays.assign.product')}
        classNames={{ input: helpers.mono }}
        autoComplete="off"
        spellCheck={false}
        {...(id.state === 1 && {
          rightSectionWidth: 76,
          rightSection: (
            <Button disabled={code.trim() === ''} onClick={() => add(code)}>
              {t('displays.assign.add')}
            </Button>
          ),
        })}
      />
      {asking && <AskLast question={t('displays.assign.ask')} onAnswer={answer} />}
      {id.state === 1 && list.length > 0 && <Products list={list} onDrop={(product) => setList(list.filter((one) => one !== product))} />}
      <CameraScan onScan={scan} />
      <DoneLines lines={done} />
    </FormModal>
  )
}

/** The products so far. */
function Products({ list, onDrop }: { list: readonly string[]; onDrop: (product: string) => void }) {
  const { t } = useTranslation()
  return (
    <ul className={linesStyles.lines} aria-label={t('displays.assign.list')}>
      {list.map((product) => (
        <li key={product}>
          <span className={helpers.mono}>{product}</span>{' '}
          <Button look="ghost" icon aria-label={t('displays.assign.drop', { product })} onClick={() => onDrop(product)}>
            <IconX size={13} />
          </Button>
        </li>
      ))}
    </ul>
  )
}
