/** /signup: self-registration; the checks and their order are the specification's (1 §5). */
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../app/paths.ts'
import { goTo } from '../app/place.ts'
import { errorText, useApi } from '../app/services.ts'
import { Password } from '../form/Password.tsx'
import { TextInput } from '../form/TextInput.tsx'
import { RefusedFields, useRefusals } from '../form/refused-field.tsx'
import { Brand, SignInFrame, SignInProblem } from './SignInFrame.tsx'
import { setSignInNotice } from '../app/sign-in-notice.ts'
import { Button } from '../ui/Button.tsx'
import { Tick } from '../ui/inputs.tsx'

export interface SignupForm {
  email: string
  name: string
  mobile: string
  password: string
  retype: string
  agree: boolean
}

/** The first thing wrong, as the key of its message; whitespace alone counts as empty. */
export function firstProblem(form: SignupForm): string | undefined {
  for (const field of ['email', 'name', 'mobile', 'password', 'retype'] as const) if (form[field].trim() === '') return field
  if (form.password !== form.retype) return 'match'
  return form.agree ? undefined : 'agree'
}

export function SignupScreen() {
  const { t } = useTranslation()
  const api = useApi()
  const [form, setForm] = useState<SignupForm>({ email: '', name: '', mobile: '', password: '', retype: '', agree: false })
  const [problem, setProblem] = useState<unknown>()
  const { form: element, refusals } = useRefusals(problem)
  const [busy, setBusy] = useState(false)
  const field = (name: 'email' | 'name' | 'mobile' | 'password' | 'retype') => ({
    field: name,
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = firstProblem(form)
    if (wrong !== undefined) return setProblem(new Error(t(`session.signup.${wrong}`)))
    const { email, name, mobile, password } = form
    setBusy(true)
    return api.session
      .signup({ body: { email, name, mobile, password } })
      .then(() => {
        setSignInNotice('signedUp')
        goTo(paths.login)
      })
      .catch(setProblem)
      .finally(() => setBusy(false))
  }
  return (
    <SignInFrame>
      <form ref={element} onSubmit={(event) => void submit(event)} noValidate>
        <Brand />
        <h1>{t('session.signUp')}</h1>
        {problem !== undefined && <SignInProblem title={t('session.signupError')} text={errorText(problem, t)} />}
        <RefusedFields refusals={refusals}>
          <TextInput label={t('session.name')} autoComplete="name" {...field('name')} autoFocus />
          <TextInput label={t('session.email')} type="email" autoComplete="username" {...field('email')} />
          <TextInput label={t('session.mobile')} type="tel" autoComplete="tel" {...field('mobile')} />
          <Password label={t('session.password')} autoComplete="new-password" {...field('password')} />
          <Password label={t('session.retype')} autoComplete="new-password" {...field('retype')} />
        </RefusedFields>
        <Tick label={t('session.agree')} checked={form.agree} onChange={(event) => setForm({ ...form, agree: event.target.checked })} />
        <Button look="primary" type="submit" size="large" busy={busy} fullWidth>
          {t('session.signUp')}
        </Button>
        <a href={`#${paths.login}`}>{t('session.haveAccount')}</a>
      </form>
    </SignInFrame>
  )
}
