/** A place to drop a file on, or to choose one with. */
import { useState } from 'react'
import { DropZone } from './DropZone.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { Message } from '../ui/Message.tsx'

interface Texts {
  text: string
  choose: string
  /** How the names of files end that are offered. */
  accept?: string
}
interface AnyFile {
  onFile: (file: File) => void
  otherKind?: undefined
}
interface KnownKind {
  /** Undefined: the one that was chosen before is not the choice any more. */
  onFile: (file: File | undefined) => void
  /** Said of a file with another ending, which is not taken then; without it the form looks at the file itself. */
  otherKind: string
}

export function FileDrop({ text, choose, accept = '.csv,.txt', ...kind }: Texts & (AnyFile | KnownKind)) {
  const [name, setName] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const isOther = kind.otherKind !== undefined && !accept.split(',').some((ending) => file.name.toLowerCase().endsWith(ending))
    setName(isOther ? undefined : file.name)
    setRefused(isOther ? `${file.name}: ${kind.otherKind}` : undefined)
    if (!isOther) kind.onFile(file)
    else if (kind.otherKind !== undefined) kind.onFile(undefined)
  }
  return (
    <>
      <DropZone onFiles={([file]) => take(file)}>
        <span>{name ?? text}</span>
        <FileButton accept={accept} onFiles={([file]) => take(file)}>
          {choose}
        </FileButton>
      </DropZone>
      {refused !== undefined && (
        <Message role="alert" style={{ margin: 0 }}>
          {refused}
        </Message>
      )}
    </>
  )
}
