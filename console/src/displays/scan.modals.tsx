/** Dialogs of one field that stay open for the next scan: products off a display, a product that flashes (specification 3 §4, §5). */
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { CameraScan } from '../scan/Camera.tsx'
import { useWedge } from '../scan/wedge.ts'
import { DoneLines, useSends } from './DoneLines.tsx'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'

interface Props {
  name: 'deassign' | 'blink'
  send: (text: string) => Promise<{ devices: number }>
  close: () => void
}

function ScanModal({ name, send, close }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [done, sendNext] = useSends()
  const field = useRef<HTMLInputElement>(null)
  const run = (typed: string) => {
    const id = typed.trim()
    // Specification 3 §5: nothing typed, nothing done.
    if (id === '') return
    setText('')
    field.current?.focus()
    sendNext(async () => t(`displays.${name}.done`, { id, count: (await send(id)).devices }))
  }
  useWedge(run)
  return (
    <FormModal
      title={t(`displays.action.${name}`)}
      submit={t(`displays.action.${name}`)}
      onSubmit={() => Promise.resolve(run(text))}
      onClose={close}
    >
      <p className={helpers.aside}>{t(`displays.${name}.text`)}</p>
      <TextInput
        ref={field}
        label={t(`displays.${name}.field`)}
        classNames={{ input: helpers.mono }}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <CameraScan onScan={run} />
      <DoneLines lines={done} />
    </FormModal>
  )
}

interface StoreProps {
  storeCode: string
  close: () => void
}
export function DeassignModal({ storeCode, close }: StoreProps) {
  const api = useApi()
  const queries = useQueryClient()
  const send = async (mac: string) => {
    const result = await api.displays.deassign({ body: { storeCode, devList: [{ mac }] } })
    void queries.invalidateQueries({ queryKey: ['signage', storeCode] })
    return result
  }
  return <ScanModal name="deassign" send={send} close={close} />
}
export function BlinkModal({ storeCode, close }: StoreProps) {
  const api = useApi()
  return <ScanModal name="blink" send={(prCode) => api.displays.blink({ params: { storeCode }, body: { prCode } })} close={close} />
}
