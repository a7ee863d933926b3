/** /login?next: sign-in, and the way to a new password (specification 1 §2, §5). */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { errorText, useServices } from '../app/services.ts'
import { FormModal } from '../form/modal.tsx'
import { Brand, Door } from './Door.tsx'

export function LoginScreen() {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [finding, setFinding] = useState(false)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (email.trim() === '') return setProblem(t('session.enterEmail'))
    if (password.trim() === '') return setProblem(t('session.enterPassword'))
    setBusy(true)
    setProblem(undefined)
    return api.session
      .login({ body: { email, password } })
      .then(({ accessToken, redirect: _, ...user }) => {
        session.set({ accessToken, user })
        // Only a page of this console: an address from elsewhere is not followed.
        return navigate({ to: next?.startsWith('/') === true && !next.startsWith('//') ? next : paths.tags })
      })
      .catch((error: unknown) => setProblem(errorText(error, t)))
      .finally(() => setBusy(false))
  }
  return (
    <Door>
      <form onSubmit={submit} noValidate>
        <Brand />
        <h1>{t('session.signIn')}</h1>
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
        <PasswordInput
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
          <Link to={paths.signup} className="btn ghost" style={{ padding: 0, textDecoration: 'none' }}>
            {t('session.signUp')}
          </Link>
        </div>
      </form>
      {finding && <FindPassword email={email} onClose={() => setFinding(false)} />}
    </Door>
  )
}

function FindPassword({ email: given, onClose }: { email: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const [email, setEmail] = useState(given)
  const [message, setMessage] = useState<string>()
  const submit = async () => setMessage((await api.session.forgotPassword({ body: { email } })).message)
  return (
    <FormModal
      title={t('session.findPassword')}
      submit={t('session.sendPassword')}
      onSubmit={submit}
      onClose={onClose}
      disabled={message !== undefined}
    >
      {message === undefined ? (
        <TextInput label={t('session.email')} value={email} onChange={(event) => setEmail(event.target.value)} data-autofocus />
      ) : (
        <p role="status">{message}</p>
      )}
    </FormModal>
  )
}
