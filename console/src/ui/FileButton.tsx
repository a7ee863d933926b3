/** A button that asks for files from the reader's device. */
import { useRef, type ComponentPropsWithRef } from 'react'
import { Button } from './Button.tsx'
import { FileInput } from './inputs.tsx'

interface Props extends ComponentPropsWithRef<typeof Button> {
  accept: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  /** Names the input, where more than one on a page asks for files. */
  label?: string
}
export function FileButton({ accept, multiple = false, onFiles, label, ...button }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <FileInput ref={input} accept={accept} multiple={multiple} aria-label={label} hidden onFiles={onFiles} />
    </>
  )
}
