/** Sends contents into the library, with word of how much of them has left. */
import { contract } from '@endcap/contract'
import { createClient } from '@endcap/contract/client'
import { callsOf, type Services } from '../app/services.ts'
import { posterOf } from '../data/poster.ts'
import { watchedFetch } from '../data/send.ts'
import { kindOf } from './contents.ts'

export interface Outgoing {
  file: File
  /** The folder that it goes into; null at the top. */
  group: string | null
  /** Of the content whose place it takes. */
  id?: string | undefined
  /** 0 to 1. */
  onSent: (part: number) => void
  signal: AbortSignal
}

export async function sendContent({ session }: Services, { file, group, id, onSent, signal }: Outgoing) {
  const { contents } = createClient({ contents: contract.contents }, { ...callsOf(session), fetch: watchedFetch(onSent) })
  const body = { ...(id === undefined ? group !== null && { group } : { id }) }
  const taken = await contents.upload({ body, file: { name: file.name, content: file } }, { signal })
  const poster = kindOf(file.name) === 'video' ? await posterOf(file) : undefined
  // Without one the list shows a sign: the film is there all the same.
  if (poster !== undefined)
    await contents
      .uploadPoster({ params: { contentId: taken.id }, body: {}, file: { name: 'poster.jpg', content: poster } })
      .catch(() => undefined)
  return taken
}
