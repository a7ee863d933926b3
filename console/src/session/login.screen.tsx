/** /login?next: sign-in, and the way to a new password (specification 1 §2, §5). */
import { CallError } from '@endcap/contract/client'
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { goTo, placeOf } from '../app/place.ts'
import { paths } from '../app/paths.ts'
import { errorText, useServices } from '../app/services.ts'
import { Password } from '../form/Password.tsx'
import { loadWords } from '../i18n/i18n.ts'
import { Brand, SignInFrame, SignInProblem } from './SignInFrame.tsx'
import { takeSignInNotice } from '../app/sign-in-notice.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { TextInput } from '../form/TextInput.tsx'
import helpers from '../ui/helpers.module.css'

const FindPassword = lazyPart(() => import('./find-password.modal.tsx').then((module) => module.FindPassword))

/** Whom to ask, where the administrators have said so. Without an answer the page does without it. */
function Contact() {
  const { t } = useTranslation()
  const { api } = useServices()
  const [contact, setContact] = useState<{ email: string; mobile: string }>()
  useEffect(() => {
    api.settings.contact().then(setContact, () => undefined)
  }, [api])
  if (contact === undefined || contact.email + contact.mobile === '') return null
  return (
    <p style={{ margin: '20px 0 0', color: 'var(--ink-3)', fontSize: 12 }}>
      {t('session.contact')}{' '}
      {contact.email !== '' && (
        <a href={`mailto:${contact.email}`} style={{ color: 'inherit' }}>
          {contact.email}
        </a>
      )}
      {contact.email !== '' && contact.mobile !== '' && ' · '}
      {contact.mobile}
    </p>
  )
}
const SecondStep = lazyPart(async () => (await Promise.all([import('./second-step.tsx'), loadWords(['secondFactor'])]))[0].SecondStep)
const ProviderButton = lazyPart(() => import('./ProviderButton.tsx').then((module) => module.ProviderButton))

/** `onTyping` is called when a person is about to sign in. */
export function LoginScreen({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [finding, setFinding] = useState(() => location.hash.endsWith('forgot=1'))
  const [news] = useState(takeSignInNotice)
  /** Of a password that was right and is not enough. */
  const [challenge, setChallenge] = useState<string>()
  /** What the button of the OpenID provider says, where there is one. */
  const [provider, setProvider] = useState<string | null>(null)
  useEffect(() => {
    api.oidc.offer().then(
      ({ label }) => setProvider(label),
      () => undefined,
    )
  }, [api])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return setProblem(t('session.enterEmail'))
    if (password.trim() === '') return setProblem(t('session.enterPassword'))
    setBusy(true)
    setProblem(undefined)
    return api.session
      .login({ body: { email, password } })
      .then(({ accessToken: _, redirect, ...user }) => {
        // The page that was asked for goes before.
        if (redirect !== undefined && !placeOf(location.hash).searchParams.has('next'))
          goTo(`${paths.login}?next=${encodeURIComponent(redirect)}`)
        session.set({ user })
      })
      .catch((error: unknown) => {
        const asked = error instanceof CallError ? error.answer.challenge : undefined
        if (asked === undefined) setProblem(errorText(error, t))
        setChallenge(asked)
      })
      .finally(() => setBusy(false))
  }
  const backToFirst = (message?: string) => {
    setChallenge(undefined)
    setPassword('')
    setProblem(message)
  }
  if (challenge !== undefined)
    return (
      <SignInFrame>
        <SecondStep challenge={challenge} onBack={backToFirst} />
      </SignInFrame>
    )
  return (
    <SignInFrame>
      <form onSubmit={(event) => void submit(event)} onInput={onTyping} noValidate>
        <Brand />
        <h1>{t('session.signIn')}</h1>
        {news !== undefined && problem === undefined && (
          <p role="status" style={{ margin: 0 }}>
            {t(`session.${news}`)}
          </p>
        )}
        {problem !== undefined && <SignInProblem title={t('session.loginError')} text={problem} />}
        <TextInput
          label={t('session.email')}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          autoFocus
        />
        <Password
          label={t('session.password')}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button look="primary" type="submit" size="large" busy={busy} fullWidth>
          {t('session.signIn')}
        </Button>
        {provider !== null && <ProviderButton label={provider} onProblem={(error) => setProblem(errorText(error, t))} />}
        <div className={helpers.links}>
          <Button look="ghost" style={{ padding: 0 }} onClick={() => setFinding(true)}>
            {t('session.findPassword')}
          </Button>
          <a href={`#${paths.signup}`} className={buttonClass('ghost')} style={{ padding: 0, textDecoration: 'none' }}>
            {t('session.signUp')}
          </a>
        </div>
      </form>
      <Contact />
      {finding && <FindPassword email={email} onClose={() => setFinding(false)} />}
    </SignInFrame>
  )
}
