/** Sends contents into the library, with word of how much of them has left. */
import { contract } from '@endcap/contract'
import { createClient } from '@endcap/contract/client'
import { callsOf, type Services } from '../app/services.ts'
import { posterOf } from '../data/poster.ts'
import { resumableBytes, sendInParts, type Watched } from '../data/resume.ts'
import { watchedFetch } from '../data/send.ts'
import { kindOf } from './contents.ts'

export interface Outgoing extends Watched {
  file: File
  /** The folder that it goes into; null at the top. */
  group: string | null
  /** Of the content whose place it takes. */
  id?: string | undefined
}

export async function sendContent({ session }: Services, { file, group, id, onSent, onWaiting, signal }: Outgoing) {
  const { contents } = createClient({ contents: contract.contents }, { ...callsOf(session), fetch: watchedFetch(onSent) })
  const body = { ...(id === undefined ? group !== null && { group } : { id }) }
  const taken =
    file.size > resumableBytes
      ? await sendInParts(session, { file, path: '/plus/v1/content/resumable', fields: body, onSent, onWaiting, signal }, (resumableId) =>
          contents.fileState({ params: { resumableId } }, { signal }),
        )
      : await contents.upload({ body, file: { name: file.name, content: file } }, { signal })
  const poster = kindOf(file.name) === 'video' ? await posterOf(file) : undefined
  // Without one the list shows a sign: the film is there all the same.
  if (poster !== undefined)
    await contents
      .uploadPoster({ params: { contentId: taken.id }, body: {}, file: { name: 'poster.jpg', content: poster } })
      .catch(() => undefined)
  return taken
}
