/** The products of a display, in the order in which its list of prices shows them (specification 3 §7). */
import type { DisplayMaster } from '@endcap/contract/display-masters'
import { IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import { AskLast } from '../form/AskLast.tsx'
import { FormModal } from '../form/modal.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { useWedge } from '../scan/wedge.ts'
import { notifyDone } from '../ui/notify.ts'
import { moved } from '../ui/moved.ts'
import { Sortable } from '../ui/Sortable.tsx'
import { masterName } from './masters.ts'
import { clsx } from 'clsx'
import { Button } from '../ui/Button.tsx'
import helpers from '../ui/helpers.module.css'

export function AssignProducts({ device, close }: { device: DisplayMaster; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const [list, setList] = useState<readonly string[]>(device.product)
  const [code, setCode] = useState('')
  const [asking, setAsking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const add = (text: string) => {
    const product = text.trim()
    if (product !== '') setList((now) => (now.includes(product) ? now : [...now, product]))
    setCode('')
    field.current?.focus()
  }
  useWedge(add)
  const send = async (product: readonly string[]) => {
    await api.displayMasters.assign({ body: { mac: device.mac, product: [...product] } })
    await queries.invalidateQueries({ queryKey: ['signage'] })
    void notifyDone(t, t('state.done.saved', { name: device.mac }))
    close()
  }
  const submit = async () => {
    // Specification 3 §5: what was typed and not added is asked for.
    if (code.trim() !== '') return setAsking(true)
    await send(list)
  }
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || code.trim() === '') return
    event.preventDefault()
    add(code)
  }
  const answer = (withCode: boolean) => {
    setAsking(false)
    if (withCode) add(code)
    else setCode('')
  }
  return (
    <FormModal
      title={t('displayMasters.assign.of', { name: masterName(device) })}
      submit={t('common.save')}
      onSubmit={submit}
      onClose={close}
      disabled={asking}
      unsaved={list.join('\n') !== device.product.join('\n') || code !== ''}
    >
      <p className={helpers.aside}>{t('displayMasters.assign.hint')}</p>
      <TextInput
        field="product"
        ref={field}
        label={t('displayMasters.assign.code')}
        classNames={{ input: helpers.mono }}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onEnter}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        rightSectionWidth={76}
        rightSection={
          <Button disabled={code.trim() === ''} onClick={() => add(code)}>
            {t('displayMasters.assign.add')}
          </Button>
        }
      />
      {asking && <AskLast question={t('displayMasters.assign.ask')} onAnswer={answer} />}
      {list.length === 0 ? (
        <p className={helpers.aside}>{t('displayMasters.assign.none')}</p>
      ) : (
        <Sortable
          label={t('displayMasters.column.product')}
          entries={list}
          keyOf={(product) => product}
          handleLabel={(product, place) => t('displayMasters.assign.move', { product, place })}
          onMove={(from, to) => setList(moved(list, from, to))}
        >
          {(product) => (
            <>
              <span className={clsx(helpers.mono, helpers.grow)}>{product}</span>
              <Button
                look="ghost"
                icon
                aria-label={t('displayMasters.assign.drop', { product })}
                onClick={() => setList(list.filter((one) => one !== product))}
              >
                <IconX size={14} stroke={1.7} />
              </Button>
            </>
          )}
        </Sortable>
      )}
    </FormModal>
  )
}
