import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { VERIFY_REDIRECT_MS } from '#contract/limits.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/toast.ts'
import {
  type CodeEntry,
  type CodeEvent,
  codeOf,
  codeReducer,
  isComplete,
  isLocked,
  newCodeEntry,
} from './code-entry.ts'
import { codeTimes } from './code-times.ts'

/** The flow around the boxes: auto-submit at the sixth digit, refusals, the block, resending, the way on to login. */
export function useVerifyCode(email: string) {
  const { t } = useTranslation()
  const { state } = useLocation() as { state: { canResendAt?: string; expiresAt?: string } | null }
  const [entry, setEntry] = useState(newCodeEntry)
  const [times, setTimes] = useState(() => codeTimes(state, Date.now()))
  const [problem, setProblem] = useState('')
  const [resending, setResending] = useState(false)
  useRedirect(entry.status === 'success', email)

  const check = async (complete: CodeEntry) => {
    setEntry(codeReducer(complete, { type: 'submitted' }))
    setProblem('')
    const settle = (event: CodeEvent) => setEntry((now) => codeReducer(now, event))
    try {
      await api('POST /auth/verify-email', { body: { email, code: codeOf(complete) } })
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
      const sent = await api('POST /auth/send-verification-code', { body: { email } })
      setTimes(codeTimes(sent, Date.now()))
      setProblem('')
      setEntry((now) => codeReducer(now, { type: 'resent' }))
      toast.success(sent.message)
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

/** What a failed check means for the boxes. */
function refusalOf(error: unknown): CodeEvent {
  if (!(error instanceof ApiError)) return { type: 'failed' }
  if (error.code === 'auth.tooManyAttempts') return { type: 'blocked' }
  if (error.status !== 400) return { type: 'failed' }
  const left = error.body.attemptsRemaining
  return { type: 'refused', attemptsLeft: typeof left === 'number' ? left : undefined }
}

function useRedirect(verified: boolean, email: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!verified) return
    const go = () => void navigate(paths.login, { replace: true, state: { email } })
    const timer = setTimeout(go, VERIFY_REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [verified, email, navigate])
}
