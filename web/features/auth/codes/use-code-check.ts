import { useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { toast } from '../../../ui/toast.ts'
import {
  type CodeEntry,
  type CodeEvent,
  codeOf,
  codeReducer,
  isComplete,
  isLocked,
  newCodeEntry,
} from './code-entry.ts'
import type { CodeTimes } from './code-times.ts'

export interface CodeCheck {
  /** Checks the code on the server; throws on failure. */
  check: (code: string) => Promise<void>
  /** Sends a new code; `message` is the server's message, if any. */
  resend: () => Promise<{ times: CodeTimes; message: string }>
  initialTimes: CodeTimes
}

/** Handles the code flow: auto-submit at the sixth digit, errors, lockout and resending. */
export function useCodeCheck({ check: ask, resend: send, initialTimes }: CodeCheck) {
  const { t } = useTranslation()
  const [entry, setEntry] = useState(newCodeEntry)
  const [times, setTimes] = useState(initialTimes)
  const [problem, setProblem] = useState('')
  const [resending, setResending] = useState(false)

  const check = async (complete: CodeEntry) => {
    setEntry(codeReducer(complete, { type: 'submitted' }))
    setProblem('')
    const settle = (event: CodeEvent) => setEntry((now) => codeReducer(now, event))
    try {
      await ask(codeOf(complete))
      settle({ type: 'accepted' })
    } catch (error) {
      const verdict = refusalOf(error)
      settle(verdict)
      if (verdict.type === 'failed') toast.error(error)
      else if (error instanceof ApiError) setProblem(error.message)
    }
  }

  const onEvent = (event: CodeEvent) => {
    const next = codeReducer(entry, event)
    setEntry(next)
    if (event.type === 'entered' && isComplete(next) && !isLocked(next)) void check(next)
  }

  const resend = async () => {
    setResending(true)
    try {
      const { times: fresh, message } = await send()
      setTimes(fresh)
      setProblem('')
      setEntry((now) => codeReducer(now, { type: 'resent' }))
      if (message) toast.success(message)
    } catch (error) {
      toast.error(error instanceof ApiError ? error : t('account.verify.resendFailed'))
    } finally {
      setResending(false)
    }
  }

  const submit = () => {
    if (isComplete(entry) && !isLocked(entry)) void check(entry)
  }

  return { entry, onEvent, times, problem, resend, resending, submit }
}

/** Maps a failed check to the boxes' state. */
function refusalOf(error: unknown): CodeEvent {
  if (!(error instanceof ApiError)) return { type: 'failed' }
  if (error.code === 'auth.tooManyAttempts') return { type: 'blocked' }
  if (error.status !== 400) return { type: 'failed' }
  const left = error.body.attemptsRemaining
  return { type: 'refused', attemptsLeft: typeof left === 'number' ? left : undefined }
}
