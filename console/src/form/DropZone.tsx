/** A frame that files are dropped into; what stands in it says so, and offers a button for who does not drag. */
import { useState, type ReactNode } from 'react'
import dropStyles from './drop.module.css'

export function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false)
  return (
    <div
      className={dropStyles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
