/** Plays a show as its screens would (specification 3 §2). */
import type { SignageContent } from '@endcap/contract/contents'
import type { Show } from '@endcap/signage/shows'
import { Modal } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerTrackPrev } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useApi } from '../app/services.ts'
import { lengthText } from '../ui/format.ts'
import { ShowStage } from './ShowStage.tsx'
import { useContents } from './use-contents.ts'
import { Message } from '../ui/Message.tsx'
import { Button } from '../ui/Button.tsx'
import { Range } from '../ui/inputs.tsx'
import helpers from '../ui/helpers.module.css'
import styles from './shows.module.css'

/** How often what is seen is looked at anew, milliseconds. */
const stepMs = 100

export function StoredShowPreview({ showId, name, close }: { showId: string; name: string; close: () => void }) {
  const { t } = useTranslation()
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: ['signage', '', 'show', showId],
    queryFn: ({ signal }) => api.shows.read({ params: { showId } }, { signal }),
  })
  const contents = useContents(data?.contentIdList ?? [])
  if (data === undefined)
    return (
      <Modal opened onClose={close} title={name} closeButtonProps={{ 'aria-label': t('common.close') }}>
        {error === null ? <p role="status">{t('common.loading')}</p> : <Message role="alert">{errorText(error, t)}</Message>}
      </Modal>
    )
  return <ShowPreview name={name} show={data} contents={contents} close={close} />
}

interface Props {
  name: string
  show: Show
  contents: ReadonlyMap<string, SignageContent>
  /** Instead of the word on what lies between screens. */
  hint?: string
  close: () => void
  /** Above the picture. */
  children?: ReactNode
}

export function ShowPreview({ name, show, contents, hint, close, children }: Props) {
  const { t } = useTranslation()
  const [seconds, setSeconds] = useState(0)
  const [playing, setPlaying] = useState(true)
  /** A jump sets it anew. */
  const begun = useRef<number>(undefined)
  const { duration } = show
  useEffect(() => {
    if (!playing) return
    begun.current ??= performance.now()
    const timer = setInterval(() => {
      if (begun.current !== undefined) setSeconds(((performance.now() - begun.current) / 1000) % duration)
    }, stepMs)
    return () => clearInterval(timer)
  }, [playing, duration])
  const go = (to: number) => {
    begun.current = performance.now() - to * 1000
    setSeconds(to)
  }
  const toggle = () => {
    if (!playing) begun.current = performance.now() - seconds * 1000
    setPlaying(!playing)
  }
  return (
    <Modal
      opened
      onClose={close}
      title={name || t('shows.preview.title')}
      size="min(1280px, 96vw)"
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {children}
      <ShowStage show={show} contents={contents} seconds={seconds} playing={playing} />
      <div className={styles.showControls}>
        <Button icon aria-label={t('shows.preview.again')} onClick={() => go(0)}>
          <IconPlayerTrackPrev size={16} stroke={1.7} />
        </Button>
        <Button icon aria-label={t(playing ? 'shows.preview.pause' : 'shows.preview.play')} onClick={toggle} data-autofocus>
          {playing ? <IconPlayerPause size={16} stroke={1.7} /> : <IconPlayerPlay size={16} stroke={1.7} />}
        </Button>
        <Range
          min={0}
          max={duration}
          step={0.1}
          value={seconds}
          aria-label={t('shows.preview.time')}
          aria-valuetext={lengthText(Math.floor(seconds))}
          onChange={(event) => go(Number(event.target.value))}
        />
        <span className={styles.showTime}>
          {lengthText(Math.floor(seconds))} / {lengthText(duration)}
        </span>
      </div>
      <p className={helpers.aside}>{hint ?? t('shows.preview.hint')}</p>
    </Modal>
  )
}
