import { type ComponentProps, useRef } from 'react'
import { Button } from './button.tsx'

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Label of the file input behind the button. */
  label: string
  accept: string
  onFile: (file: File) => void
}

/** A button that opens the file picker. The same file can be chosen again. */
export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button {...button} onClick={() => input.current?.click()} />
    </>
  )
}
