/** Chooses stores by ticking; of thousands those that match what is typed. */
import { Popover } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Input, Radio, Tick } from '../ui/inputs.tsx'
import styles from './dashboard.module.css'

export interface StoreOption {
  storeCode: string
  storeName: string
}
interface Props {
  stores: readonly StoreOption[]
  chosen: readonly string[]
  onChange: (codes: string[]) => void
  /** Ticks several, none meaning all; else one at a time. */
  multiple: boolean
}
/** Stores offered at once: more would be slow to draw and are not read. */
const offered = 60

export function StoreSelect({ stores, chosen, onChange, multiple }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const nameOf = (code: string | undefined) => stores.find((store) => store.storeCode === code)?.storeName ?? code
  const term = text.toLowerCase()
  const found = stores.filter((store) => `${store.storeName} ${store.storeCode}`.toLowerCase().includes(term))
  // What is ticked stands first, so that it can be taken back.
  const shown = [
    ...found.filter((store) => chosen.includes(store.storeCode)),
    ...found.filter((store) => !chosen.includes(store.storeCode)),
  ]
  const label =
    chosen.length === 0 ? t('common.allStores') : chosen.length === 1 ? nameOf(chosen[0]) : t('common.stores', { count: chosen.length })
  const toggle = (code: string) => {
    if (multiple) return onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
    setOpened(false)
    return onChange([code])
  }
  const Mark = multiple ? Tick : Radio
  return (
    <Popover opened={opened} onChange={setOpened} width={250} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={styles.storeSelect}
          onClick={() => setOpened(!opened)}
          aria-haspopup="dialog"
          aria-label={`${t('dashboard.stores')}: ${label}`}
        >
          <span>{label}</span>
          <IconSelector size={15} color="var(--ink-3)" />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <Input
          value={text}
          placeholder={t('common.findStore')}
          aria-label={t('common.findStore')}
          onChange={(event) => setText(event.target.value)}
          data-autofocus
        />
        <div className={styles.storeOptions} role="group" aria-label={t('dashboard.stores')}>
          {shown.slice(0, offered).map((store) => (
            <Mark
              key={store.storeCode}
              label={
                <>
                  <span>{store.storeName}</span>
                  <small>{store.storeCode}</small>
                </>
              }
              checked={chosen.includes(store.storeCode)}
              onChange={() => toggle(store.storeCode)}
              onClick={() => !multiple && chosen.includes(store.storeCode) && setOpened(false)}
            />
          ))}
          {shown.length === 0 && <p>{t('common.nothingFound')}</p>}
          {shown.length > offered && <p>{t('dashboard.moreStores', { count: shown.length - offered })}</p>}
        </div>
        {multiple && (
          <Button disabled={chosen.length === 0} onClick={() => onChange([])}>
            {t('common.allStores')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
