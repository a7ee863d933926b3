/** The frame of every screen behind sign-in: sidebar by task, store, search, person. */
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useHotkeys } from '@mantine/hooks'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startLive } from '../app/live.ts'
import { useCan, useServices, useSession } from '../app/services.ts'
import { PasswordFlags } from '../session/PasswordFlags.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Account } from './Account.tsx'
import { navGroups } from './nav.ts'
import { Scope, useStores } from './Scope.tsx'

const Palette = lazy(() => import('./Palette.tsx').then((module) => ({ default: module.Palette })))
const Notices = lazy(() => import('./Notices.tsx').then((module) => ({ default: module.Notices })))
const storeKey = 'endcap.store'

/** The store of an address such as /tag/detail/{storeCode}. */
function storeOf(path: string): string | undefined {
  const [, code] = /^\/(?:tag\/detail|product\/list|task\/detail)\/([^/]+)/.exec(path) ?? /^\/tag\/([^/]+)\/[^/]+\/[^/]+\//.exec(path) ?? []
  return code === undefined ? undefined : decodeURIComponent(code)
}

export function Shell() {
  const { t } = useTranslation()
  const can = useCan()
  const { session } = useServices()
  const { accessToken, user } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [chosen, setChosen] = useState<string | undefined>(() => localStorage.getItem(storeKey) ?? undefined)
  const [menu, setMenu] = useState(false)
  const [searching, setSearching] = useState(false)
  const { data: stores = [] } = useStores()
  const storeCode = storeOf(pathname) ?? chosen
  const item = navGroups.flatMap((group) => group.items).find((one) => one.under.test(pathname))
  const place = stores.find((store) => store.storeCode === storeOf(pathname))?.storeName

  useEffect(() => {
    const live = startLive(queries, { accessToken, email: user.email }, () => session.set(undefined))
    return live.stop
  }, [accessToken, user.email, queries, session])
  useEffect(() => setMenu(false), [pathname])

  /** The palette is loaded with its first use; it opens itself then, and has the shortcut from there on. */
  const search = () => (searching ? void import('./Palette.tsx').then((module) => module.openPalette()) : setSearching(true))
  useHotkeys([['mod+K', () => setSearching(true)]], [])
  const go = (to: string, search: object = {}) => void navigate({ to, search: search })
  const choose = (code: string | undefined) => {
    setChosen(code)
    if (code === undefined) localStorage.removeItem(storeKey)
    else localStorage.setItem(storeKey, code)
    if (item !== undefined) go(item.to(code))
  }
  return (
    <div className="shell">
      <aside className="side" data-open={menu || undefined}>
        <div className="brand">
          <Mark />
          Endcap
        </div>
        <Scope storeCode={storeCode} onChoose={choose} />
        <nav className="nav" aria-label={t('nav.main')}>
          {navGroups.map((group) => (
            <div key={group.name}>
              <h2>{t(`nav.${group.name}`)}</h2>
              {group.items
                .filter((one) => can(one.needs))
                .map((one) => (
                  <Link key={one.name} to={one.to(storeCode)} search={{}} {...(one === item && { 'aria-current': 'page' })}>
                    <one.icon size={16} stroke={1.6} />
                    {t(`nav.${one.name}`)}
                  </Link>
                ))}
            </div>
          ))}
        </nav>
        <Account />
      </aside>
      <div className="main">
        <header className="top">
          <button
            type="button"
            className="btn ghost icon burger"
            aria-label={t('nav.menu')}
            aria-expanded={menu}
            onClick={() => setMenu(!menu)}
          >
            <IconMenu2 size={17} />
          </button>
          <div className="crumb">
            {item !== undefined &&
              (place === undefined ? (
                <b>{t(`nav.${item.name}`)}</b>
              ) : (
                <Link to={item.to(undefined)} search={{}} style={{ color: 'inherit', textDecoration: 'none' }}>
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
          <button type="button" className="find" onClick={search}>
            <IconSearch size={14} />
            <span>{t('common.search')}</span>
            <kbd>Ctrl K</kbd>
          </button>
        </header>
        <main className="page">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {searching && <Palette storeCode={storeCode} go={go} />}
        <Notices />
      </Suspense>
      <PasswordFlags />
    </div>
  )
}
