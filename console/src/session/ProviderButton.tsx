/** Sign-in through a provider: its button, and what follows when the provider has sent the browser back. */
import { useEffect, useState } from 'react'
import { goTo } from '../app/place.ts'
import { useServices } from '../app/services.ts'
import { useLatest } from '../ui/use-latest.ts'
import { Button } from '../ui/Button.tsx'

/** Kept while a person signs in at the provider: a secret of this browser, and the page that was asked for. */
const secretKey = 'endcap.provider'
const placeKey = 'endcap.provider.place'

const newSecret = () => Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
/** The provider's answer stands before the `#`. */
const isAnswer = () => new URLSearchParams(location.search).has('state')

export function ProviderButton({ label, onProblem }: { label: string; onProblem: (error: unknown) => void }) {
  const { api, session } = useServices()
  const [busy, setBusy] = useState(isAnswer)
  const problem = useLatest(onProblem)

  useEffect(() => {
    if (!isAnswer()) return
    const query = location.search.slice(1)
    const browser = sessionStorage.getItem(secretKey) ?? 'none: another tab or browser began'
    const place = sessionStorage.getItem(placeKey)
    sessionStorage.removeItem(secretKey)
    // It is good once: out of sight, and not sent again when the page is loaded again.
    history.replaceState(null, '', `${location.pathname}${location.hash}`)
    api.oidc
      .finish({ body: { browser, query } })
      .then(({ accessToken: _, ...user }) => {
        if (place !== null) goTo(place)
        session.set({ user })
      })
      .catch((error: unknown) => problem.current(error))
      .finally(() => setBusy(false))
  }, [api, session, problem])

  const begin = () => {
    const browser = newSecret()
    sessionStorage.setItem(secretKey, browser)
    sessionStorage.setItem(placeKey, location.hash.slice(1))
    setBusy(true)
    api.oidc
      .start({ body: { browser } })
      .then(({ url }) => location.assign(url))
      .catch((error: unknown) => {
        setBusy(false)
        problem.current(error)
      })
  }
  return (
    <Button size="large" busy={busy} onClick={begin} fullWidth>
      {label}
    </Button>
  )
}
