/** /login?next: sign-in, and the way to a new password (specification 1 §2, §5). */
import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../app/lazy.tsx'
import { paths } from '../app/paths.ts'
import { errorText, useServices } from '../app/services.ts'
import { Password } from '../form/Password.tsx'
import { Brand, Door } from './Door.tsx'
import { takeNews } from './door-news.ts'

const FindPassword = lazyPart(() => import('./find-password.modal.tsx').then((module) => module.FindPassword))

/** `onTyping` is called when somebody is about to sign in. */
export function LoginScreen({ onTyping }: { onTyping: () => void }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [finding, setFinding] = useState(false)
  const [news] = useState(takeNews)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return setProblem(t('session.enterEmail'))
    if (password.trim() === '') return setProblem(t('session.enterPassword'))
    setBusy(true)
    setProblem(undefined)
    return api.session
      .login({ body: { email, password } })
      .then(({ accessToken, redirect: _, ...user }) => session.set({ accessToken, user }))
      .catch((error: unknown) => setProblem(errorText(error, t)))
      .finally(() => setBusy(false))
  }
  return (
    <Door>
      <form onSubmit={submit} onInput={onTyping} noValidate>
        <Brand />
        <h1>{t('session.signIn')}</h1>
        {news !== undefined && problem === undefined && (
          <p role="status" style={{ margin: 0 }}>
            {t(`session.${news}`)}
          </p>
        )}
        {problem !== undefined && (
          <div className="msg" role="alert" style={{ margin: 0 }}>
            <span>
              <b>{t('session.loginError')}</b> · {problem}
            </span>
          </div>
        )}
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
        <Button type="submit" size="sm" loading={busy} fullWidth>
          {t('session.signIn')}
        </Button>
        <div className="links">
          <button type="button" className="btn ghost" style={{ padding: 0 }} onClick={() => setFinding(true)}>
            {t('session.findPassword')}
          </button>
          <a href={`#${paths.signup}`} className="btn ghost" style={{ padding: 0, textDecoration: 'none' }}>
            {t('session.signUp')}
          </a>
        </div>
      </form>
      {finding && <FindPassword email={email} onClose={() => setFinding(false)} />}
    </Door>
  )
}
