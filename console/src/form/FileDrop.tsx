/** A place to drop a file on, or to choose one with. */
import { FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { DropZone } from './DropZone.tsx'
import { Button } from '../ui/Button.tsx'

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
  const forget = useRef<() => void>(null)
  const take = (file: File | null | undefined) => {
    if (file === null || file === undefined) return
    setName(file.name)
    onFile(file)
    // The same file may be mended and chosen again.
    forget.current?.()
  }
  return (
    <DropZone onFiles={([file]) => take(file)}>
      <span>{name ?? text}</span>
      <FileButton onChange={take} accept={accept} resetRef={forget}>
        {(props) => <Button {...props}>{choose}</Button>}
      </FileButton>
    </DropZone>
  )
}
