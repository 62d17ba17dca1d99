import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { visuallyHidden } from '../../../ui/visually-hidden.tsx'
import styles from './code-boxes.module.css'
import { type CodeEntry, type CodeEvent, isLocked } from './code-entry.ts'

interface CodeBoxesProps {
  entry: CodeEntry
  onEvent: (event: CodeEvent) => void
  /** Id of the element with the error or hint. */
  describedBy: string
}

export function CodeBoxes({ entry, onEvent, describedBy }: CodeBoxesProps) {
  const { t } = useTranslation()
  const boxes = useRef<(HTMLInputElement | null)[]>([])
  const { focus, turn, status } = entry

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn refocuses, even the same box
  useEffect(() => {
    boxes.current[focus]?.focus()
    boxes.current[focus]?.select()
  }, [focus, turn])

  const onKeyDown = (box: number) => (event: KeyboardEvent) => {
    const moves: Record<string, CodeEvent> = {
      Backspace: { type: 'erased', box },
      ArrowLeft: { type: 'moved', box: box - 1 },
      ArrowRight: { type: 'moved', box: box + 1 },
      Home: { type: 'moved', box: 0 },
      End: { type: 'moved', box: entry.digits.length - 1 },
    }
    const move = moves[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onEvent(move)
  }

  const onPaste = (box: number) => (event: ClipboardEvent) => {
    event.preventDefault()
    onEvent({ type: 'entered', box, text: event.clipboardData.getData('text') })
  }

  return (
    <fieldset className={styles.boxes} data-status={status} aria-describedby={describedBy}>
      <legend className={visuallyHidden}>{t('account.code.legend')}</legend>
      {entry.digits.map((digit, box) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
          key={box}
          ref={(element) => {
            boxes.current[box] = element
          }}
          className={styles.box}
          // Phones autofill the code only into the first box; the reducer distributes the digits.
          autoComplete={box === 0 ? 'one-time-code' : 'off'}
          inputMode="numeric"
          pattern="[0-9]*"
          value={digit}
          readOnly={isLocked(entry)}
          disabled={status === 'blocked'}
          aria-invalid={status === 'error' || undefined}
          aria-label={t('account.code.box', { number: box + 1 })}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => onEvent({ type: 'entered', box, text: newPart(digit, event.target.value) })}
          onKeyDown={onKeyDown(box)}
          onPaste={onPaste(box)}
        />
      ))}
    </fieldset>
  )
}

/** Returns the new text of a box: a second digit replaces the first. */
function newPart(digit: string, text: string): string {
  return digit && text.length === 2 ? text.replace(digit, '') || digit : text
}
