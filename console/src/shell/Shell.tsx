/** The frame of every screen behind sign-in: sidebar by task, store, search, person. */
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenCount } from '../alarms/OpenCount.tsx'
import { lazyPart } from '../app/lazy.tsx'
import { startLive, type Connection, type Live } from '../app/live.ts'
import { retainedView, type ViewSearch } from '../app/paths.ts'
import { renewSession, useCan, useServices, useSession } from '../app/services.ts'
import { TransferHost } from '../downloads/TransferHost.tsx'
import { setSignInNotice } from '../app/sign-in-notice.ts'
import { PasswordFlags } from '../session/PasswordFlags.tsx'
import { CollectingNote } from '../tags/CollectingNote.tsx'
import { Mark } from '../ui/Mark.tsx'
import { firstNotice } from '../ui/notify.ts'
import { Account } from './Account.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { navGroups, searchOf, type NavItem } from '../app/nav.ts'
import { focusUntilBlur, useFocusOnHeading, usePageTitle } from './new-page.ts'
import { usePageKeys } from './page-keys.ts'
import { Scope } from './Scope.tsx'
import { useStores } from '../data/use-stores.ts'
import { useStrayScans } from '../scan/wedge.ts'
import { loadWords } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import styles from './shell.module.css'

const Palette = lazyPart(async () => {
  const areas = ['search', 'layouts', 'settings', 'storeConfig', 'alarmSettings', 'alarms', 'scripts']
  return (await Promise.all([import('./Palette.tsx'), loadWords(areas)]))[0].Palette
})
const KeysModal = lazyPart(async () => (await Promise.all([import('./keys.modal.tsx'), loadWords(['search'])]))[0].KeysModal)
const Notices = lazyPart(() => import('./Notices.tsx').then((module) => module.Notices))
const storeKey = 'endcap.store'

export function Shell() {
  const { t } = useTranslation()
  const noticed = useSyncExternalStore(firstNotice.subscribe, firstNotice.isNotified)
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<string | undefined>(() => localStorage.getItem(storeKey) ?? undefined)
  /** The address that the menu was opened at: it closes with the next one. */
  const [menuAt, setMenuAt] = useState<string>()
  const menu = menuAt === pathname
  if (menuAt !== undefined && !menu) setMenuAt(undefined)
  /** What the search begins with: nothing, or what was scanned. */
  const [searching, setSearching] = useState<string>()
  const { connection, retry } = useLive()
  const { data: stores = [] } = useStores()
  /** What the address is about: a store, as in /tag/detail/{storeCode}, or a thing that no store has. */
  const about = useRouterState({ select: ({ matches }): { storeCode?: string; serverId?: string } => matches.at(-1)?.params ?? {} })
  const storeCode = about.storeCode ?? chosen
  const item = navGroups.flatMap((group) => group.items).find((one) => one.under.test(pathname))
  const place = stores.find((store) => store.storeCode === about.storeCode)?.storeName ?? about.serverId

  /** The next screen is on its way, and the one before still in sight. */
  const fetching = useRouterState({ select: ({ status }) => status === 'pending' })
  const search = () => setSearching('')
  // Also from within a field.
  useHotkeys([['mod+K', search]], [])
  useStrayScans(setSearching)
  const [keys, setKeys] = useState(false)
  usePageKeys(() => setKeys(true))
  usePageTitle([item && t(`nav.${item.name}`), place])
  useFocusOnHeading(pathname, fetching)
  const main = useRef<HTMLElement>(null)
  /** To a place, or with `.` to a dialog over the screen that is there. */
  const go = (to: string, search: object = {}) =>
    void navigate({ to, search: (now: object) => (to === '.' ? { ...now, ...search } : search) })
  const choose = (code: string | undefined) => {
    setChosen(code)
    if (code === undefined) localStorage.removeItem(storeKey)
    else localStorage.setItem(storeKey, code)
    if (item === undefined) return
    void navigate({ to: item.to(code), search: (now: ViewSearch) => ({ ...retainedView(now), ...searchOf(item, code) }) })
  }
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={() => main.current !== null && focusUntilBlur(main.current)}>
        {t('nav.skip')}
      </button>
      <aside className={styles.side} data-open={menu || undefined}>
        <div className={styles.brand}>
          <Mark />
          Endcap
        </div>
        <Scope storeCode={storeCode} onChoose={choose} />
        <Navigation storeCode={storeCode} current={item} />
        <Account />
      </aside>
      <div className={styles.main}>
        <header className={styles.top}>
          <Button
            className={styles.burger}
            look="ghost"
            icon
            aria-label={t('nav.menu')}
            aria-expanded={menu}
            onClick={() => setMenuAt(menu ? undefined : pathname)}
          >
            <IconMenu2 size={17} />
          </Button>
          <Breadcrumb item={item} place={place} />
          {connection !== undefined && connection.state !== 'live' && <ConnectionNote connection={connection} onRetry={retry} />}
          <CollectingNote storeCode={storeCode} />
          <button type="button" className={styles.find} data-part="find" onClick={search}>
            <IconSearch size={14} />
            <span>{t('common.search')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        </header>
        <main ref={main} className={styles.page} aria-busy={fetching}>
          <Outlet />
        </main>
      </div>
      {searching !== undefined && <Palette scanned={searching} storeCode={storeCode} go={go} close={() => setSearching(undefined)} />}
      {keys && <KeysModal close={() => setKeys(false)} />}
      {noticed && <Notices />}
      <TransferHost />
      <PasswordFlags />
    </div>
  )
}

/** Hears what changes while the shell is there, and how the connection is: undefined as long as it always was. */
function useLive(): { connection: Connection | undefined; retry: () => void } {
  const services = useServices()
  const { api, session } = services
  const { user } = useSession()
  const queries = useQueryClient()
  const [connection, setConnection] = useState<Connection>()
  const live = useRef<Live>(undefined)
  useEffect(() => {
    const started = startLive({
      queries,
      email: user.email,
      check: (signal) => api.session.check({}, { signal }),
      onEnded: () => {
        setSignInNotice('ended')
        session.set(undefined)
      },
      onRights: () => void renewSession(services).then(() => queries.invalidateQueries()),
      onConnection: setConnection,
    })
    live.current = started
    return started.stop
  }, [user.email, queries, services, api, session])
  return { connection, retry: () => live.current?.retry() }
}

/** All screens that the person may see, by task; of the store that is chosen, as far as they are of one. */
function Navigation({ storeCode, current }: { storeCode: string | undefined; current: NavItem | undefined }) {
  const { t } = useTranslation()
  const can = useCan()
  return (
    <nav className={styles.nav} aria-label={t('nav.main')}>
      {navGroups.map((group) => (
        <div key={group.name}>
          <h2>{t(`nav.${group.name}`)}</h2>
          {group.items
            .filter((one) => can(one.needs))
            .map((one) => (
              <Link
                key={one.name}
                to={one.to(storeCode)}
                search={searchOf(one, storeCode)}
                // Which one is current is told by `under`, not by how addresses begin.
                activeOptions={{ exact: true }}
                {...(one === current && { 'aria-current': 'page' })}
              >
                <one.icon size={16} stroke={1.6} />
                {t(`nav.${one.name}`)}
                {one.name === 'alarms' && <OpenCount />}
              </Link>
            ))}
        </div>
      ))}
    </nav>
  )
}

/** The screen, and the store or thing that it is about. */
function Breadcrumb({ item, place }: { item: NavItem | undefined; place: string | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={styles.crumb} data-part="crumb">
      {item !== undefined &&
        (place === undefined ? (
          <b>{t(`nav.${item.name}`)}</b>
        ) : (
          <Link to={item.to(undefined)} search={retainedView} style={{ color: 'inherit', textDecoration: 'none' }}>
            {t(`nav.${item.name}`)}
          </Link>
        ))}
      {place !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <b>{place}</b>
        </>
      )}
    </div>
  )
}
