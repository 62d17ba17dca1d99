import { CODE_DIGITS, CODE_MAX_ATTEMPTS } from '#contract/limits.ts'

export interface CodeEntry {
  /** One string per box: a digit or empty. */
  digits: readonly string[]
  /** The box that should have the focus. `turn` increments to request the focus again. */
  focus: number
  turn: number
  status: 'idle' | 'checking' | 'error' | 'success' | 'blocked'
  attemptsLeft: number
}

export type CodeEvent =
  /** Typed, autofilled or pasted into a box. Non-digits are dropped. */
  | { type: 'entered'; box: number; text: string }
  | { type: 'erased'; box: number }
  | { type: 'moved'; box: number }
  | { type: 'submitted' }
  /** `attemptsLeft` comes from the server; if missing, the reducer subtracts one attempt. */
  | { type: 'refused'; attemptsLeft?: number | undefined }
  /** The check could not run. The digits stay. */
  | { type: 'failed' }
  | { type: 'blocked' }
  | { type: 'accepted' }
  | { type: 'resent' }

const empty = (): string[] => Array.from({ length: CODE_DIGITS }, () => '')

export const newCodeEntry = (): CodeEntry => ({
  digits: empty(),
  focus: 0,
  turn: 0,
  status: 'idle',
  attemptsLeft: CODE_MAX_ATTEMPTS,
})

export const codeOf = (entry: CodeEntry): string => entry.digits.join('')
export const isComplete = (entry: CodeEntry): boolean => codeOf(entry).length === CODE_DIGITS
export const isLocked = ({ status }: CodeEntry): boolean => status !== 'idle' && status !== 'error'

/** Reducer of the six boxes. Ignores input while locked. */
export function codeReducer(entry: CodeEntry, event: CodeEvent): CodeEntry {
  switch (event.type) {
    case 'entered':
      return isLocked(entry) ? entry : enter(entry, event.box, event.text)
    case 'erased':
      return isLocked(entry) ? entry : erase(entry, event.box)
    case 'moved':
      return focusOn(entry, event.box)
    case 'submitted':
      return isComplete(entry) && !isLocked(entry) ? { ...entry, status: 'checking' } : entry
    case 'refused':
      return refuse(entry, event.attemptsLeft ?? entry.attemptsLeft - 1)
    case 'failed':
      return focusOn({ ...entry, status: 'idle' }, CODE_DIGITS - 1)
    case 'blocked':
      return refuse(entry, 0)
    case 'accepted':
      return { ...entry, status: 'success' }
    case 'resent':
      return { ...focusOn(newCodeEntry(), 0), turn: entry.turn + 1 }
  }
}

function enter(entry: CodeEntry, box: number, text: string): CodeEntry {
  const typed = text.replace(/\D/g, '').slice(0, CODE_DIGITS)
  if (!typed) return entry
  // A full code fills all boxes, wherever it was pasted.
  const from = typed.length === CODE_DIGITS ? 0 : box
  const digits = entry.digits.map((digit, index) => typed[index - from] ?? digit)
  return focusOn({ ...entry, digits, status: 'idle' }, from + typed.length)
}

function erase(entry: CodeEntry, box: number): CodeEntry {
  // Backspace in an empty box erases the previous one, as in a text field.
  const target = entry.digits[box] ? box : Math.max(0, box - 1)
  const digits = entry.digits.map((digit, index) => (index === target ? '' : digit))
  return focusOn({ ...entry, digits, status: 'idle' }, target)
}

function refuse(entry: CodeEntry, left: number): CodeEntry {
  const attemptsLeft = Math.max(0, left)
  const status = attemptsLeft === 0 ? 'blocked' : 'error'
  return { ...focusOn(entry, 0), digits: empty(), status, attemptsLeft }
}

function focusOn(entry: CodeEntry, box: number): CodeEntry {
  return { ...entry, focus: Math.min(Math.max(0, box), CODE_DIGITS - 1), turn: entry.turn + 1 }
}
