/**
 * Which half of the console is shown: the pages before sign-in or, with a session, the application. The application is loaded when
 * a person is about to sign in, so that these open at once on a slow handheld.
 */
import { CallError } from '@endcap/contract/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { applicationAreas, loadWords } from '../i18n/i18n.ts'
import { LoginScreen } from '../session/login.screen.tsx'
import { lazyPart } from './lazy.tsx'
import { goTo, placeOf, subscribePlace } from './place.ts'
import { paths } from './paths.ts'
import { useServices } from './services.ts'
import appStyles from './app.module.css'
import helpers from '../ui/helpers.module.css'

const loadApplication = () => Promise.all([import('./Application.tsx'), loadWords(applicationAreas)])
const Application = lazyPart(() => loadApplication().then(([module]) => module.Application), <Splash unreachable={false} />)
const SignupScreen = lazyPart(() => import('../session/signup.screen.tsx').then((module) => module.SignupScreen))
const SetUpFactor = lazyPart(
  async () => (await Promise.all([import('../second-factor/SetUpFactor.tsx'), loadWords(['members', 'secondFactor'])]))[0].SetUpFactor,
)
const NewPassword = lazyPart(
  async () => (await Promise.all([import('../session/new-password.screen.tsx'), loadWords(['newPassword'])]))[0].NewPasswordScreen,
)
/** Addresses that need no session. */
const signedOutPaths: string[] = [paths.login, paths.signup, paths.password]
const askAgainMs = 2000

export function Entry() {
  const { session } = useServices()
  const signedIn = useSyncExternalStore(session.subscribe, session.get)
  const hash = useSyncExternalStore(subscribePlace, () => location.hash)
  const { restoring, unreachable } = useRestore(signedIn === undefined)
  const place = placeOf(hash)
  const onSignIn = signedOutPaths.includes(place.pathname)
  const next = place.searchParams.get('next')

  const waiting = signedIn === undefined && restoring
  useEffect(() => {
    if (waiting || place.pathname === paths.password) return
    // Only a page of this console: an address from elsewhere is not followed.
    if (signedIn !== undefined && onSignIn) goTo(next?.startsWith('/') === true && !next.startsWith('//') ? next : paths.dashboard)
    if (signedIn === undefined && !onSignIn)
      goTo(hash.length > 2 ? `${paths.login}?next=${encodeURIComponent(hash.slice(1))}` : paths.login)
  }, [waiting, signedIn, onSignIn, next, hash, place.pathname])

  if (place.pathname === paths.password) return <NewPassword link={place.searchParams.get('link') ?? ''} />
  if (waiting) return <Splash unreachable={unreachable} />
  if (signedIn === undefined)
    return place.pathname === paths.signup ? <SignupScreen /> : <LoginScreen onTyping={() => void Application.preload()} />
  if (signedIn.user.factorDue) return <SetUpFactor />
  return onSignIn ? <Splash unreachable={false} /> : <Application />
}

/** Asks once, when the console opens, whether the session of the last visit still holds. A server out of reach does not end a session. */
function useRestore(needed: boolean): { restoring: boolean; unreachable: boolean } {
  const { api, session } = useServices()
  const [stored, setStored] = useState(() => (needed ? session.stored() : undefined))
  const [unreachable, setUnreachable] = useState(false)
  useEffect(() => {
    if (stored === undefined) return undefined
    let timer: ReturnType<typeof setTimeout>
    const ask = () => {
      api.session.check().then(
        (user) => {
          session.set({ user })
          setStored(undefined)
        },
        (error: unknown) => {
          if (error instanceof CallError && error.status >= 400 && error.status < 500) {
            session.set(undefined)
            setStored(undefined)
          } else {
            setUnreachable(true)
            timer = setTimeout(ask, askAgainMs)
          }
        },
      )
    }
    ask()
    return () => clearTimeout(timer)
  }, [stored, api, session])
  return { restoring: stored !== undefined, unreachable }
}

function Splash({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={appStyles.splash} role="status">
      {unreachable ? t('session.unreachable') : <span className={helpers.screenReader}>{t('common.loading')}</span>}
    </div>
  )
}
