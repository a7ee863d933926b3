/**
 * /tag/detail/{storeCode} on a handheld: a workplace for one hand. What happened stands in big letters at the top, what the thumb needs at the
 * bottom: the scan field, the camera, the four actions.
 */
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { IconTable } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteSearch, useStoreCodeIfAny } from '../app/route.ts'
import { useCan, useServices, useSession } from '../app/services.ts'
import { GetApp } from './GetApp.tsx'
import { useStore } from '../data/use-stores.ts'
import { ActionBar, Idle } from './ActionBar.tsx'
import { deskOf, storeColour, storedColour, type AisleDesk } from './desk.ts'
import { Found } from './Found.tsx'
import { Colours, Half } from './Half.tsx'
import { Recent } from './Recent.tsx'
import { Walk, useWalkKind } from './Walk.tsx'
import { ScanMessage } from './ScanMessage.tsx'
import { ScanBar, type ScanFocus } from './ScanBar.tsx'
import { useAwake } from './use-awake.ts'
import { actionsFor, keepView, placeOf, searchOf, type AisleAction } from './view.ts'
import { buttonClass } from '../ui/button-class.ts'
import aisleStyles from './aisle.module.css'

export function AisleScreen() {
  const { t } = useTranslation()
  const storeCode = useStoreCodeIfAny()
  const { api, session } = useServices()
  const { email } = useSession().user
  const dark = useStore(storeCode)?.hideLed === true
  const may = actionsFor(useCan()('tag.write')).filter((action) => !(dark && action === 'blink'))
  const desk = deskOf(api, session, { email, storeCode })
  const now = useSyncExternalStore(desk.subscribe, desk.get)
  const { parcels, lost } = useSyncExternalStore(desk.outbox.subscribe, desk.outbox.get)
  const [colour, setColour] = useState(storedColour)
  const focus = useRef<ScanFocus>(null)
  const walk = useWalkKind()
  useAddress(desk, may)
  useWaking(desk)
  useAwake(now.scans)

  const open = parcels.filter((one) => one.state === 'waiting' || one.state === 'sending').length
  const last = parcels.find((one) => one.id === now.last)
  // After a tap the scan field has the focus again: some scanners write only into a field. A click by keyboard leaves the focus where it is.
  const onClick = (event: MouseEvent) => {
    if (event.detail > 0 && !(event.target instanceof HTMLInputElement)) focus.current?.()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- nothing is done by the click itself
    <div className={aisleStyles.aisle} data-part="aisle" onClick={onClick}>
      <header className={aisleStyles.aisleHead}>
        <h1>{t('aisle.title')}</h1>
        {open > 0 && !lost && <span className={aisleStyles.aisleOpen}>{t('aisle.notSent', { count: open })}</span>}
        <Link to="." search={{ view: 'table' }} replace className={buttonClass('ghost')} onClick={() => keepView('table')}>
          <IconTable size={18} stroke={1.7} />
          {t('aisle.table')}
        </Link>
      </header>
      <div className={aisleStyles.aisleBody}>
        {lost && (
          <div className={aisleStyles.aisleLost} data-part="aisle-lost" role="status">
            <b>{t('aisle.lost')}</b> {t('aisle.lostHint', { count: open })}
          </div>
        )}
        <ScanMessage desk={desk} now={now} parcel={last} />
        {now.action === 'blink' && (
          <Colours
            colour={colour}
            onChoose={(chosen) => {
              storeColour(chosen)
              setColour(chosen)
            }}
          />
        )}
        {(now.action === 'assign' || now.action === 'swap') && now.code !== '' && <Half storeCode={storeCode} desk={desk} now={now} />}
        {walk !== undefined && <Walk storeCode={storeCode} kind={walk} desk={desk} now={now} />}
        {(now.action === 'find' || now.action === 'blink') && now.code !== '' && (
          <Found key={now.code} storeCode={storeCode} desk={desk} now={now} may={may} colour={colour} brief={now.action === 'blink'} />
        )}
        {parcels.length === 0 && now.code === '' && walk === undefined && (
          <>
            <Idle action={now.action} />
            <GetApp />
          </>
        )}
        <Recent storeCode={storeCode} desk={desk} parcels={parcels} shown={now.last} />
      </div>
      <footer className={aisleStyles.aisleFoot}>
        <ScanBar onScan={desk.scan} focus={focus} />
        {may.length > 1 && <ActionBar may={may} action={now.action} onChoose={(action) => desk.go({ action, code: '' })} />}
      </footer>
    </div>
  )
}

/** The work at hand stands in the address: a link and a reload lead back to it. */
function useAddress(desk: AisleDesk, may: readonly AisleAction[]): void {
  const search = useRouteSearch()
  const { state } = useLocation()
  const walk = useWalkKind()
  const navigate = useNavigate()
  const now = useSyncExternalStore(desk.subscribe, desk.get)
  const asked = JSON.stringify(placeOf(search, may))
  const opened = useRef<AisleDesk>(undefined)
  // What this screen wrote itself is known: only a link or the way back leads somewhere else.
  const isOwn = 'aisle' in state && state.aisle === true
  useEffect(() => {
    if (opened.current !== desk || !isOwn) desk.go(placeOf(search, may))
    opened.current = desk
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when the address asks for something else
  }, [desk, asked])
  const here = JSON.stringify([now.action, now.code])
  useEffect(() => {
    const place = desk.get()
    void navigate({
      to: '.',
      search: { ...searchOf(place), ...(walk !== undefined && { walk }) },
      replace: true,
      state: (before) => ({ ...before, aisle: true }),
    })
  }, [desk, here, navigate, walk])
}

/** When the screen lights up again or the network is back, what waits is sent at once. */
function useWaking(desk: AisleDesk): void {
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') desk.outbox.wake()
    }
    desk.outbox.wake()
    document.addEventListener('visibilitychange', wake)
    addEventListener('online', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
    }
  }, [desk])
}
