/** Which store the console is about: all of them or one. */
import { Popover } from '@mantine/core'
import { IconCheck, IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFoundStores, useStore } from '../data/use-stores.ts'
import { Button } from '../ui/Button.tsx'
import { Input } from '../ui/inputs.tsx'
import styles from './shell.module.css'

export function Scope({ storeCode, onChoose }: { storeCode: string | undefined; onChoose: (storeCode: string | undefined) => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const chosen = useStore(storeCode)
  const count = useFoundStores('', { enabled: storeCode === undefined }).data?.total
  const { stores: found, total } = useFoundStores(text, { enabled: opened })
  const choose = (code: string | undefined) => {
    setOpened(false)
    setText('')
    onChoose(code)
  }
  return (
    <Popover opened={opened} onChange={setOpened} width={260} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <button type="button" className={styles.scope} data-part="scope" onClick={() => setOpened(!opened)} aria-haspopup="dialog">
          <span style={{ flex: 1, minWidth: 0 }}>
            <b>{storeCode === undefined ? t('common.allStores') : (chosen?.storeName ?? storeCode)}</b>
            <small>{storeCode ?? (count === undefined ? '\u00a0' : t('common.stores', { count }))}</small>
          </span>
          <IconSelector size={15} color="var(--ink-3)" />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <Input
          placeholder={t('common.findStore')}
          aria-label={t('common.findStore')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-autofocus
        />
        <div className={styles.nav} style={{ padding: '6px 0 0', maxHeight: 320 }}>
          <StoreLine name={t('common.allStores')} active={storeCode === undefined} onClick={() => choose(undefined)} />
          {found.map((store) => (
            <StoreLine
              key={store.storeCode}
              name={store.storeName}
              code={store.storeCode}
              active={store.storeCode === storeCode}
              onClick={() => choose(store.storeCode)}
            />
          ))}
          {total > found.length && <p className={styles.more}>{t('common.moreStores', { count: total - found.length })}</p>}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function StoreLine({ name, code, active, onClick }: { name: string; code?: string; active: boolean; onClick: () => void }) {
  return (
    <Button look="ghost" style={{ width: '100%', justifyContent: 'flex-start' }} onClick={onClick}>
      <span style={{ flex: 1, textAlign: 'left' }}>{name}</span>
      <small style={{ color: 'var(--ink-3)' }}>{code}</small>
      {active && <IconCheck size={14} />}
    </Button>
  )
}
