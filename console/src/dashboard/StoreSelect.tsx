/** Chooses stores by ticking; of thousands those that match what is typed. */
import { Popover } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundStores, useStore } from '../data/use-stores.ts'
import { Button } from '../ui/Button.tsx'
import { Input, Tick } from '../ui/inputs.tsx'
import styles from './dashboard.module.css'

interface Props {
  /** None means all. */
  chosen: readonly string[]
  onChange: (codes: string[]) => void
}

/** Stores offered at once: more are not read. */
const offered = 60

export function StoreSelect({ chosen, onChange }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const nameOf = (code: string | undefined) => only?.storeName ?? code
  const only = useStore(chosen.length === 1 ? chosen[0] : undefined)
  // What is ticked stands first, so that it can be taken back.
  const { stores: shown, total, waits, isPending } = useFoundStores(text, { first: chosen, length: offered, enabled: opened })
  const label =
    chosen.length === 0 ? t('common.allStores') : chosen.length === 1 ? nameOf(chosen[0]) : t('common.stores', { count: chosen.length })
  const toggle = (code: string) => onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
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
          {shown.map((store) => (
            <Tick
              key={store.storeCode}
              label={
                <>
                  <span>{store.storeName}</span>
                  <small>{store.storeCode}</small>
                </>
              }
              checked={chosen.includes(store.storeCode)}
              onChange={() => toggle(store.storeCode)}
            />
          ))}
          {shown.length === 0 && !waits && !isPending && <p>{t('common.nothingFound')}</p>}
          {total > shown.length && <p>{t('dashboard.moreStores', { count: total - shown.length })}</p>}
        </div>
        <Button disabled={chosen.length === 0} onClick={() => onChange([])}>
          {t('common.allStores')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
