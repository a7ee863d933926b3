/** What the door tells once of how one came there: signed up, with a new password, or out of a session that has ended. */
type News = 'signedUp' | 'changed' | 'ended'

let news: News | undefined

export const tellAtDoor = (what: News): void => void (news = what)

/** Read once: whoever comes to the door again later came another way. */
export function takeNews(): News | undefined {
  const told = news
  news = undefined
  return told
}
