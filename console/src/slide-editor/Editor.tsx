/** The editor of slides: of one display, or of a template (specification 3 §2). One slide is selected at a time. */
import type { MediaFile } from '@endcap/contract/media'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { useApi } from '../app/services.ts'
import type { Size } from '../canvas/geometry.ts'
import { Problem } from '../ui/Problem.tsx'
import { PreviewModal } from './preview.modal.tsx'
import { StageContext, type StageFacts } from './stage.tsx'
import type { Editor as EditorState } from './use-editor.ts'
import { Workbench } from './Workbench.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import editorStyles from '../canvas/editor.module.css'

interface Props {
  storeCode: string
  screen: Size
  editor: EditorState
  readOnly: boolean
  /** Of the display: its products stand on the slides. */
  device?: { mac: string; products: string; tz: string }
  /** Above everything: what it is, and what can be done with it as a whole. `preview` plays the slides. */
  head: (preview: () => void) => ReactNode
  /** Below the head: what there is to say. */
  notes?: ReactNode
  /** Beside the slides, below what is selected. */
  children?: ReactNode
}

const mediaKinds = ['image', 'video', 'widget'] as const
/** The store's files that slides can show. */
function useFiles(storeCode: string) {
  const api = useApi()
  const query = useQuery({
    queryKey: ['signage', storeCode, 'editorFiles'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        mediaKinds.map((mediaFileKind) => api.media.list({ params: { storeCode, mediaFileKind } }, { signal })),
      )
      return lists.flatMap(({ fileList }) => fileList)
    },
  })
  const { data } = query
  const files = useMemo(() => data && new Map<string, MediaFile>(data.map((file) => [`${file.kind}:${file._id}`, file])), [data])
  return { query, files }
}

export function Editor({ storeCode, screen, editor, readOnly, device, head, notes, children }: Props) {
  const api = useApi()
  const { query, files } = useFiles(storeCode)
  const schedules = useQuery({
    queryKey: ['signage', storeCode, 'editorSchedules'],
    queryFn: ({ signal }) => api.schedules.list({ params: { storeCode } }, { signal }),
  })
  const [preview, setPreview] = useState(false)
  const { mac, products } = device ?? {}
  const { width, height } = screen
  const facts = useMemo<StageFacts>(
    () => ({ storeCode, screen: { width, height }, files, device: mac === undefined ? undefined : { mac, products: products ?? '' } }),
    [storeCode, width, height, files, mac, products],
  )
  return (
    <StageContext value={facts}>
      <div className={editorStyles.editor}>
        <PageHead>{head(() => setPreview(true))}</PageHead>
        <Problem query={query} />
        <Problem query={schedules} />
        {notes}
        <Workbench editor={editor} readOnly={readOnly} schedules={schedules.data?.scheduleList} onPreview={() => setPreview(true)}>
          {children}
        </Workbench>
      </div>
      {preview && (
        <PreviewModal
          slides={editor.slides}
          schedules={schedules.data?.scheduleList ?? []}
          timeZone={device?.tz || (schedules.data?.timeZone ?? 'UTC')}
          close={() => setPreview(false)}
        />
      )}
    </StageContext>
  )
}
