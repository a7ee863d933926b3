/** Files that go into the library from a form of another thing, which takes each up as soon as it is there. */
import type { SignageContent } from '@endcap/contract/contents'
import type { ReactNode } from 'react'
import { useServices } from '../app/services.ts'
import { accepts, UploadHere } from '../media/index.ts'
import { maxBytes } from './contents.ts'
import { sendContent } from './send.ts'

interface Props {
  text: string
  /** The folder that they go into; null at the top. */
  group?: string | null
  onAdd: (content: SignageContent) => void
  children?: ReactNode
}
export function UploadToLibrary({ text, group = null, onAdd, children }: Props) {
  const services = useServices()
  return (
    <UploadHere
      text={text}
      accept={Object.values(accepts).join(',')}
      maxBytes={({ name }) => maxBytes(name)}
      send={(file, how) => sendContent(services, { file, group, ...how })}
      onTaken={async ({ id }, signal) => {
        const { contentList } = await services.api.contents.list({ body: { ids: [id] } }, { signal })
        for (const content of contentList) onAdd(content)
      }}
    >
      {children}
    </UploadHere>
  )
}
