/** /password?link: chooses a new password with the link of a mail, or with its code. The link stands behind the `#`, so that a reload keeps it. */
import { useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { goTo } from '../app/place.ts'
import { errorText, useServices } from '../app/services.ts'
import { Password } from '../form/Password.tsx'
import { RefusedFields, useRefusals } from '../form/refused-field.tsx'
import { Brand, SignInFrame, SignInProblem } from './SignInFrame.tsx'
import { setSignInNotice } from '../app/sign-in-notice.ts'
import { Button } from '../ui/Button.tsx'
import { Hint } from '../ui/Hint.tsx'
import { TextInput } from '../form/TextInput.tsx'
import styles from './sign-in.module.css'

export function NewPasswordScreen({ link }: { link: string }) {
  const { t } = useTranslation()
  return (
    <SignInFrame>
      <div className={styles.stack}>
        <Brand />
        <h1>{t('newPassword.title')}</h1>
        {link === '' ? <EnterCode /> : <Choose key={link} link={link} />}
        <a href={`#${paths.login}`}>{t('session.haveAccount')}</a>
      </div>
    </SignInFrame>
  )
}

/** Where mails have a code in place of a link: the server was not told its address. */
function EnterCode() {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') goTo(`${paths.password}?link=${encodeURIComponent(code.trim())}`)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={t('newPassword.code')}
        description={t('newPassword.codeHint')}
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        autoFocus
      />
      <Button look="primary" type="submit" size="large" fullWidth>
        {t('newPassword.go')}
      </Button>
    </form>
  )
}

function Choose({ link }: { link: string }) {
  const { t } = useTranslation()
  const { api, session } = useServices()
  const [found, setFound] = useState<{ email: string; first: boolean }>()
  const email = found?.email
  /** What is the matter with the link; what is wrong with the password may be mended. */
  const [refused, setRefused] = useState<string>()
  const [problem, setProblem] = useState<unknown>()
  const { form, refusals } = useRefusals(problem)
  const [password, setPassword] = useState('')
  const [retype, setRetype] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    api.session.readLink({ body: { token: link } }).then(setFound, (error: unknown) => setRefused(errorText(error, t)))
  }, [api, link, t])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password.trim() === '') return setProblem(new Error(t('session.signup.password')))
    if (password !== retype) return setProblem(new Error(t('session.signup.match')))
    setBusy(true)
    setProblem(undefined)
    return api.session
      .setPassword({ body: { token: link, password } })
      .then(() => {
        setSignInNotice('changed')
        // A session of this account in this browser has ended with the old password.
        if (session.stored() === email) session.set(undefined)
        goTo(paths.login)
      })
      .catch(setProblem)
      .finally(() => setBusy(false))
  }
  if (refused !== undefined)
    return (
      <>
        <SignInProblem title={t('newPassword.problem')} text={refused} />
        <a href={`#${paths.login}?forgot=1`}>{t('newPassword.again')}</a>
      </>
    )
  if (email === undefined) return <p role="status">{t('newPassword.checking')}</p>
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <p style={{ margin: 0 }}>{t(found?.first === true ? 'newPassword.welcome' : 'newPassword.of', { email })}</p>
      {problem !== undefined && <SignInProblem title={t('newPassword.problem')} text={errorText(problem, t)} />}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <RefusedFields refusals={refusals}>
        <Password
          field="password"
          label={t('session.newPassword')}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoFocus
        />
      </RefusedFields>
      <Hint style={{ margin: 0 }}>{t('newPassword.rules')}</Hint>
      <Password
        label={t('session.retype')}
        autoComplete="new-password"
        value={retype}
        onChange={(event) => setRetype(event.target.value)}
      />
      {found?.first !== true && <Hint style={{ margin: 0 }}>{t('newPassword.ends')}</Hint>}
      <Button look="primary" type="submit" size="large" busy={busy} fullWidth>
        {t('newPassword.save')}
      </Button>
    </form>
  )
}
