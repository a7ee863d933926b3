/** Finds displays by address, name or product code (specification 3 §2). */
import type { Display } from '@endcap/contract/displays'
import { Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../app/services.ts'
import type { ActionProps } from '../table/spec.ts'
import { Problem } from '../ui/Problem.tsx'
import { useStoreCode } from '../app/route.ts'
import { DeviceState } from '../ui/display-cells.tsx'
import { DeviceInfoModal } from './device-info.modal.tsx'
import { nameOf } from './devices.ts'
import { TextInput } from '../form/TextInput.tsx'
import dialogStyles from '../form/dialog.module.css'
import helpers from '../ui/helpers.module.css'
import styles from './displays.module.css'

/** Nothing is asked while the text is being typed. */
const restMs = 300

export function SearchModal({ close }: ActionProps<Display>) {
  const { t } = useTranslation()
  const api = useApi()
  const storeCode = useStoreCode()
  const [typed, setTyped] = useState('')
  const [term, setTerm] = useState('')
  const [device, setDevice] = useState<Display>()
  useEffect(() => {
    const timer = setTimeout(() => setTerm(typed.trim()), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  const query = useQuery({
    queryKey: ['signage', storeCode, 'find', term],
    queryFn: ({ signal }) => api.displays.find({ params: { storeCode, term } }, { signal }),
    enabled: term !== '',
    placeholderData: keepPreviousData,
  })
  const found = term === '' ? undefined : query.data
  if (device !== undefined)
    return <DeviceInfoModal storeCode={storeCode} mac={device.mac} name={nameOf(device)} close={() => setDevice(undefined)} />
  return (
    <Modal
      opened
      onClose={() => close(false)}
      title={t('displays.action.find')}
      size="560px"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={dialogStyles.form}>
        <TextInput
          label={t('displays.find.term')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Problem query={query} />
        <div role="status" className={helpers.aside}>
          {found !== undefined && t('displays.find.found', { count: found.devList.length })}
        </div>
        {found !== undefined && found.devList.length > 0 && (
          <ul className={styles.displayFound} aria-label={t('displays.title')}>
            {found.devList.map((one) => (
              <li key={one.mac}>
                <button type="button" onClick={() => setDevice(one)}>
                  <b>{nameOf(one)}</b>
                  <DeviceState {...one} />
                  <span className={helpers.mono}>{one.mac}</span>
                  <small>{one.product.join(', ')}</small>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found !== undefined && found.prCodeList.length > 0 && (
          <p className={helpers.aside}>
            {t('displays.find.products')} <span className={helpers.mono}>{found.prCodeList.join(', ')}</span>
          </p>
        )}
      </div>
    </Modal>
  )
}
