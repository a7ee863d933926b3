/** Files that go into the library from a form of another thing, which takes them up as soon as they are there. */
import type { SignageContent } from '@endcap/contract/contents'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useServices } from '../app/services.ts'
import { sizeWord } from '../data/send.ts'
import { maxBytes } from './contents.ts'
import { sendContent } from './send.ts'

export interface Upload {
  id: number
  name: string
  /** 0 to 1. */
  sent: number
  /** The connection is lost; it goes on by itself. */
  waiting?: boolean
  /** Why it was not taken. */
  problem?: string
}
let ids = 0

/** `uploads`: those on their way, and those that were refused until they are put away. `onDone`: each file as it is there, in their order. */
export function useUpload(onDone: (content: SignageContent) => void) {
  const { t } = useTranslation()
  const services = useServices()
  const queries = useQueryClient()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [busy, setBusy] = useState(false)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const change = (id: number, part: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)))

  async function sendOne(id: number, file: File, signal: AbortSignal): Promise<void> {
    const limit = maxBytes(file.name)
    if (file.size > limit) throw new Error(t('media.upload.tooLarge', { size: sizeWord(limit) }))
    const taken = await sendContent(services, {
      file,
      group: null,
      onSent: (sent) => change(id, { sent }),
      onWaiting: (waiting) => change(id, { waiting }),
      signal,
    })
    const { contentList } = await services.api.contents.list({ body: { ids: [taken.id] } }, { signal })
    for (const content of contentList) onDone(content)
    setUploads((before) => before.filter((one) => one.id !== id))
  }
  async function send(files: readonly File[]): Promise<void> {
    const going = files.map((file) => ({ id: ++ids, file }))
    setUploads((before) => [...before, ...going.map(({ id, file }) => ({ id, name: file.name, sent: 0 }))])
    const controller = stop.current ?? new AbortController()
    stop.current = controller
    setBusy(true)
    for (const { id, file } of going)
      try {
        await sendOne(id, file, controller.signal)
      } catch (error) {
        if (controller.signal.aborted) return
        change(id, { problem: errorText(error, t) })
      }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: ['signage'] })
  }
  return { uploads, busy, send, putAway: (id: number) => setUploads((before) => before.filter((one) => one.id !== id)) }
}
