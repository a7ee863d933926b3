/** The camera as scanner. A page without https gets no camera from the browser: then a photo is taken instead. */
import { IconCamera, IconCameraOff } from '@tabler/icons-react'
import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../ui/use-latest.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/button-class.ts'
import { FileInput } from '../ui/inputs.tsx'
import cameraStyles from './camera.module.css'
import helpers from '../ui/helpers.module.css'

/** Pause between two looks at the picture. */
const lookEveryMs = 90
/** The same code is not read again before this: the label is still in front of the camera. */
const sameCodeMs = 2500

export function CameraScan({ onScan }: { onScan: (code: string) => void }) {
  const { t } = useTranslation()
  const [on, setOn] = useState(false)
  const [problem, setProblem] = useState<string>()
  // A locked screen takes the camera away: it is opened anew when the page is visible again.
  const seen = useDocumentVisibility() === 'visible'
  if (navigator.mediaDevices?.getUserMedia === undefined) return <PhotoScan onScan={onScan} />
  return (
    <div className={cameraStyles.camera}>
      <Button aria-pressed={on} onClick={() => setOn(!on)}>
        {on ? <IconCameraOff size={15} /> : <IconCamera size={15} />}
        {t(on ? 'scan.stop' : 'scan.start')}
      </Button>
      {on && seen && problem === undefined && <Finder onScan={onScan} onProblem={setProblem} />}
      {on && problem !== undefined && (
        <p role="alert">
          {t('scan.refused')} {problem}
        </p>
      )}
    </div>
  )
}

function Finder({ onScan, onProblem }: { onScan: (code: string) => void; onProblem: (text: string) => void }) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const latest = useLatest(onScan)
  useEffect(() => {
    let [stopped, seen, seenAt] = [false, '', 0]
    let stream: MediaStream | undefined
    const canvas = document.createElement('canvas')
    const run = async () => {
      const [{ decode }, camera] = await Promise.all([
        import('./decode.ts'),
        navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      ])
      stream = camera
      const player = video.current
      if (stopped || player === null) return camera.getTracks().forEach((track) => track.stop())
      player.srcObject = camera
      await player.play()
      while (!stopped) {
        const { videoWidth: width, videoHeight: height } = player
        const pen = canvas.getContext('2d', { willReadFrequently: true })
        if (width > 0 && pen !== null) {
          Object.assign(canvas, { width, height })
          pen.drawImage(player, 0, 0)
          const code = await decode(pen.getImageData(0, 0, width, height))
          if (code !== undefined && !stopped && (code !== seen || performance.now() - seenAt > sameCodeMs)) {
            ;[seen, seenAt] = [code, performance.now()]
            latest.current(code)
          }
        }
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
      }
    }
    run().catch((error: unknown) => {
      if (!stopped) onProblem(error instanceof Error ? error.message : String(error))
    })
    return () => {
      stopped = true
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }, [onProblem, latest])
  return <video ref={video} muted playsInline aria-label={t('scan.view')} />
}

function PhotoScan({ onScan }: { onScan: (code: string) => void }) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    const { decode } = await import('./decode.ts')
    const code = await decode(file, true)
    setProblem(code === undefined ? t('scan.nothing') : undefined)
    if (code !== undefined) onScan(code)
  }
  return (
    <div className={cameraStyles.camera}>
      <label className={buttonClass()}>
        <IconCamera size={15} />
        {t('scan.photo')}
        <FileInput accept="image/*" capture="environment" className={helpers.screenReader} onFiles={([file]) => void read(file)} />
      </label>
      <p>{problem ?? t('scan.needsHttps')}</p>
    </div>
  )
}
