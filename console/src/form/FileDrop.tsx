/** A place to drop a file on, or to choose one with. */
import { useState } from 'react'
import { DropZone } from './DropZone.tsx'
import { FileButton } from '../ui/FileButton.tsx'

export function FileDrop({
  text,
  choose,
  onFile,
  accept = '.csv,.txt',
}: {
  text: string
  choose: string
  onFile: (file: File) => void
  accept?: string
}) {
  const [name, setName] = useState<string>()
  const take = (file: File | undefined) => {
    if (file === undefined) return
    setName(file.name)
    onFile(file)
  }
  return (
    <DropZone onFiles={([file]) => take(file)}>
      <span>{name ?? text}</span>
      <FileButton accept={accept} onFiles={([file]) => take(file)}>
        {choose}
      </FileButton>
    </DropZone>
  )
}
