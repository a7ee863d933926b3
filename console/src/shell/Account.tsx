/** The person at the bottom of the menu: language, theme, sounds, password, sign-out. */
import { Menu, useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceMobile,
  IconDevices,
  IconHistory,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keysOf } from '@endcap/contract/typed-object'
import type { Language } from '@endcap/contract/vocabulary'
import { useAddressDialog } from '../app/address-dialog.ts'
import { lazyPart } from '../app/lazy.tsx'
import { useSession } from '../app/services.ts'
import { changeLanguage, loadWords, storedLanguage } from '../i18n/i18n.ts'
import { setSound, soundIsOn } from '../ui/sound.ts'
import { useSignOut } from './use-sign-out.ts'
import styles from './shell.module.css'

const languageNames: [Language, string][] = [
  ['en_US', 'English'],
  ['ja_JP', '日本語'],
  ['ko_KR', '한국어'],
]
const icon = { size: 15, stroke: 1.7 }

/** Dialogs and their words come when they are opened. */
const dialogs = {
  self: lazyPart(async () => (await Promise.all([import('../members/self.modal.tsx'), loadWords(['members'])]))[0].SelfModal),
  password: lazyPart(async () => (await import('../session/password.modal.tsx')).PasswordModal),
  factor: lazyPart(
    async () =>
      (await Promise.all([import('../second-factor/second-factor.modal.tsx'), loadWords(['members', 'secondFactor'])]))[0]
        .SecondFactorModal,
  ),
  sessions: lazyPart(
    async () => (await Promise.all([import('../session/sessions.modal.tsx'), loadWords(['newPassword'])]))[0].SessionsModal,
  ),
  history: lazyPart(
    async () => (await Promise.all([import('../members/login-history.modal.tsx'), loadWords(['members'])]))[0].LoginHistoryModal,
  ),
}

type Name = keyof typeof dialogs
/** As the address names them. */
const wordOf = (name: Name) => `account-${name}`

export function Account() {
  const { t } = useTranslation()
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [sound, setSoundShown] = useState(soundIsOn())
  const [chosen, open] = useState<Name>()
  // The search leads here by the address; the menu does not write it there, where the next person to sign in would find it.
  const { asked, settle } = useAddressDialog()
  const shown = chosen ?? keysOf(dialogs).find((name) => wordOf(name) === asked)
  const close = () => {
    if (chosen === undefined) settle()
    open(undefined)
  }
  const signOut = useSignOut()
  const initials = user.name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()
  const toggleSound = () => {
    setSound(!sound)
    setSoundShown(!sound)
  }
  return (
    <>
      <Menu position="top-start" width={220} shadow="md">
        <Menu.Target>
          <button type="button" className={styles.account} data-part="account">
            <span className={styles.avatar} aria-hidden="true">
              {initials}
            </span>
            <span style={{ flex: 1, minWidth: 0 }}>
              <b>{user.name}</b>
              <small>{user.roleName}</small>
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('session.language')}</Menu.Label>
          {languageNames.map(([code, name]) => (
            <Menu.Item
              key={code}
              leftSection={<IconLanguage {...icon} />}
              onClick={() => void changeLanguage(code)}
              fw={storedLanguage() === code ? 600 : 400}
            >
              {name}
            </Menu.Item>
          ))}
          <Menu.Label>{t('session.theme')}</Menu.Label>
          {(['light', 'dark', 'auto'] as const).map((scheme) => (
            <Menu.Item
              key={scheme}
              leftSection={scheme === 'dark' ? <IconMoon {...icon} /> : <IconSun {...icon} />}
              onClick={() => setColorScheme(scheme)}
              fw={colorScheme === scheme ? 600 : 400}
            >
              {t(`session.${scheme === 'auto' ? 'system' : scheme}`)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={sound ? <IconVolume {...icon} /> : <IconVolumeOff {...icon} />}
            onClick={toggleSound}
            closeMenuOnClick={false}
          >
            {t('session.sound')}: {t(sound ? 'session.on' : 'session.off')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUser {...icon} />} onClick={() => open('self')}>
            {t('session.myAccount')}
          </Menu.Item>
          {!user.adfs && (
            <>
              <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => open('password')}>
                {t('session.changePassword')}
              </Menu.Item>
              <Menu.Item leftSection={<IconDeviceMobile {...icon} />} onClick={() => open('factor')}>
                {t('session.secondFactor')}
              </Menu.Item>
            </>
          )}
          <Menu.Item leftSection={<IconDevices {...icon} />} onClick={() => open('sessions')}>
            {t('session.sessions')}
          </Menu.Item>
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => open('history')}>
            {t('session.loginHistory')}
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
            {t('session.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AccountDialog name={shown} onClose={close} />
    </>
  )
}

function AccountDialog({ name, onClose }: { name: Name | undefined; onClose: () => void }) {
  switch (name) {
    case 'self':
      return <dialogs.self onClose={onClose} />
    case 'password':
      return <dialogs.password onClose={onClose} />
    case 'factor':
      return <dialogs.factor onClose={onClose} />
    case 'sessions':
      return <dialogs.sessions onClose={onClose} />
    case 'history':
      return <dialogs.history onClose={onClose} />
    case undefined:
      return null
  }
}
