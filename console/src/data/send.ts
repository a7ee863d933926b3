/** Sends files of displays, with word of how much of them has left. */
import { contract } from '@endcap/contract'
import { createClient } from '@endcap/contract/client'
import type { MediaFileKind, MediaKind } from '@endcap/contract/media'
import { callsOf, type Services } from '../app/services.ts'
import { posterOf } from './poster.ts'
import { resumableBytes, sendInParts, type Watched } from './resume.ts'

/** `fetch` says nothing of what was sent; the older call does. */
export const watchedFetch =
  (onSent: (part: number) => void): typeof fetch =>
  (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init?.method ?? 'GET', typeof input === 'string' ? input : input instanceof URL ? input.href : input.url)
      for (const [name, value] of Object.entries((init?.headers ?? {}) as Record<string, string>)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total))
      request.addEventListener('load', () =>
        resolve(new Response(request.responseText, { status: request.status, statusText: request.statusText })),
      )
      for (const end of ['error', 'abort', 'timeout']) request.addEventListener(end, () => reject(new TypeError(end)))
      init?.signal?.addEventListener('abort', () => request.abort())
      request.send((init?.body ?? null) as FormData | null)
    })

/** A limit in round numbers: the server counts a megabyte as a million bytes. */
export const sizeWord = (bytes: number): string => (bytes >= 1e9 ? `${bytes / 1e9} GB` : `${bytes / 1e6} MB`)

export interface Outgoing extends Watched {
  storeCode: string
  kind: MediaFileKind
  file: File
  /** Of the file whose place it takes. */
  id?: string | undefined
  /** Of software. */
  words?: { os: string; model: string; ver: string }
}

export async function sendFile({ session }: Services, { storeCode, kind, file, id, words, onSent, onWaiting, signal }: Outgoing) {
  const { media } = createClient({ media: contract.media }, { ...callsOf(session), fetch: watchedFetch(onSent) })
  const params = { storeCode }
  const fields = { ...(id !== undefined && { id }) }
  const inParts = async (mediaKind: MediaKind) => {
    const path = `/plus/store/${encodeURIComponent(storeCode)}/${mediaKind}/resumable`
    return sendInParts(session, { file, path, fields, onSent, onWaiting, signal }, (resumableId) =>
      media.fileState({ params: { storeCode, mediaKind, resumableId } }, { signal }),
    )
  }
  const call = { params, query: fields, body: {}, file: { name: file.name, content: file } }
  const isLarge = file.size > resumableBytes
  if (isLarge && (kind === 'image' || kind === 'widget')) return inParts(kind)
  if (kind === 'image') return media.uploadImage(call, { signal })
  if (kind === 'widget') return media.uploadWidget(call, { signal })
  if (kind !== 'video') {
    const body = words ?? { os: '', model: '', ver: '' }
    return media.uploadSoftware({ ...call, body, params: { storeCode, displaySoftware: kind } }, { signal })
  }
  const taken = await (isLarge ? inParts(kind) : media.uploadVideo(call, { signal }))
  const poster = await posterOf(file)
  // Without one the list shows a sign: the film is there all the same.
  if (poster !== undefined)
    await media
      .uploadPoster({ params: { storeCode, fileId: taken._id }, body: {}, file: { name: 'poster.jpg', content: poster } })
      .catch(() => undefined)
  return taken
}
