/** The frame of every screen behind sign-in: the store, ten places and their tabs, search, person. */
import { Link, Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { startLive, type Connection, type Live } from '../app/live.ts'
import { retainedView, type ViewSearch } from '../app/paths.ts'
import { useRouteSearch, type Search } from '../app/route.ts'
import { renewSession, useServices, useSession } from '../app/services.ts'
import { TransferHost } from '../downloads/TransferHost.tsx'
import { setSignInNotice } from '../app/sign-in-notice.ts'
import { PasswordFlags } from '../session/PasswordFlags.tsx'
import { CollectingNote } from '../tags/CollectingNote.tsx'
import { Mark } from '../ui/Mark.tsx'
import { firstNotice } from '../ui/notify.ts'
import { StoreZoneContext } from '../ui/store-zone.ts'
import { Account } from './Account.tsx'
import { ConnectionNote } from './ConnectionNote.tsx'
import { searchOf, whereIs, type Where } from '../app/nav.ts'
import { Palette } from './LazyPalette.tsx'
import { focusUntilBlur, useFocusOnHeading, usePageTitle } from './new-page.ts'
import { usePageKeys } from './page-keys.ts'
import { Places } from './Places.tsx'
import { PlaceTabs } from './PlaceTabs.tsx'
import { Scope } from './Scope.tsx'
import { useStore, useStoresOf } from '../data/use-stores.ts'
import { useStrayScans } from '../scan/wedge.ts'
import { loadWords } from '../i18n/i18n.ts'
import { Button } from '../ui/Button.tsx'
import styles from './shell.module.css'

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
  /** What the address is about: a store, as in /tag/detail/{storeCode}, or a thing that no store has. */
  const about = useRouterState({ select: ({ matches }): { storeCode?: string; serverId?: string } => matches.at(-1)?.params ?? {} })
  const where = whereIs(pathname)
  const carried = useCarriedStore(where)
  const storeCode = about.storeCode ?? carried ?? (carried === null ? undefined : chosen)
  const store = useStore(about.storeCode)
  const thing = store?.storeName ?? about.serverId

  /** The next screen is on its way, and the one before still in sight. */
  const fetching = useRouterState({ select: ({ status }) => status === 'pending' })
  const search = () => setSearching('')
  // Also from within a field.
  useHotkeys([['mod+K', search]], [])
  useStrayScans(setSearching)
  const [keys, setKeys] = useState(false)
  usePageKeys(() => setKeys(true))
  usePageTitle([where && t(`nav.${where.tab.name}`), thing])
  useFocusOnHeading(pathname, fetching)
  const main = useRef<HTMLElement>(null)
  /** To a place, or with `.` to a dialog over the screen that is there. */
  const go = (to: string, search: object = {}) =>
    void navigate({ to, search: (now: object) => (to === '.' ? { ...now, ...search } : search) })
  const choose = (code: string | undefined) => {
    setChosen(code)
    if (code === undefined) localStorage.removeItem(storeKey)
    else localStorage.setItem(storeKey, code)
    if (where === undefined) return
    const { tab } = where
    void navigate({ to: tab.to(code), search: (now: ViewSearch & Search) => ({ ...retainedView(now), ...searchOf(tab, code, now) }) })
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
        <Places storeCode={storeCode} current={where} />
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
          <Breadcrumb where={where} thing={thing} pathname={pathname} />
          {connection !== undefined && connection.state !== 'live' && <ConnectionNote connection={connection} onRetry={retry} />}
          <CollectingNote storeCode={storeCode} />
          <button type="button" className={styles.find} data-part="find" onClick={search}>
            <IconSearch size={14} />
            <span>{t('common.search')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        </header>
        <div className={styles.under}>
          {where !== undefined && <PlaceTabs storeCode={storeCode} current={where} pathname={pathname} />}
          <main ref={main} className={styles.page} aria-busy={fetching}>
            <StoreZoneContext value={store?.timeZone}>
              <Outlet />
            </StoreZoneContext>
          </main>
        </div>
        {noticed && <Notices over={where?.tab.whole?.test(pathname)} />}
      </div>
      {searching !== undefined && <Palette scanned={searching} storeCode={storeCode} go={go} close={() => setSearching(undefined)} />}
      {keys && <KeysModal close={() => setKeys(false)} />}
      <TransferHost />
      <PasswordFlags />
    </div>
  )
}

/** The store behind the `?` of the address; null where it names one that the account has not, undefined where it names none. */
function useCarriedStore(where: Where | undefined): string | null | undefined {
  const search = useRouteSearch()
  const code = where?.tab.storeIn?.(search)
  const known = useStoresOf(code === undefined ? [] : [code])
  if (code === undefined || known === undefined) return code
  return known[0]?.storeCode ?? null
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

interface BreadcrumbProps {
  where: Where | undefined
  thing: string | undefined
  pathname: string
}
/** The place, its tab where that has another name, and the store or thing that the screen is about. From deeper screens the tab leads back. */
function Breadcrumb({ where, thing, pathname }: BreadcrumbProps) {
  const { t } = useTranslation()
  if (where === undefined) return <div className={styles.crumb} data-part="crumb" />
  const { place, tab } = where
  const [placeName, tabName] = [t(`nav.place.${place.name}`), t(`nav.${tab.name}`)]
  return (
    <div className={styles.crumb} data-part="crumb">
      {placeName !== tabName && (
        <span className={styles.crumbPlace}>
          {placeName}
          <span aria-hidden="true">/</span>
        </span>
      )}
      {pathname === tab.to(undefined) ? (
        <b>{tabName}</b>
      ) : (
        <Link to={tab.to(undefined)} search={retainedView} className={styles.crumbLink}>
          {tabName}
        </Link>
      )}
      {thing !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <b>{thing}</b>
        </>
      )}
    </div>
  )
}
