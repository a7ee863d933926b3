/** A notice on the sign-in page, shown once, of how one came there: signed up, with a new password, or out of a session that has ended. */
type Notice = 'signedUp' | 'changed' | 'ended'

let notice: Notice | undefined

export const setSignInNotice = (what: Notice): void => void (notice = what)

/** Read once: a later visit to that page came about in another way. */
export function takeSignInNotice(): Notice | undefined {
  const current = notice
  notice = undefined
  return current
}
