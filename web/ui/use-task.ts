import { useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { ApiError } from '../lib/api-error.ts'
import { toast } from './toast.ts'

type Problems<Field extends string> = Partial<Record<Field, string>>

/**
 * Runs what a person starts. A failure about one of the `fields` is in `problems`; each field lists the codes
 * about it. A toast shows any other failure.
 */
export function useTask<Field extends string = never>(fields?: Record<Field, readonly ErrorCode[]>) {
  const [isRunning, setRunning] = useState(false)
  const [problems, setProblems] = useState<Problems<Field>>({})
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setRunning(true)
    setProblems({})
    try {
      await work()
    } catch (error) {
      const found = problemsOf(error, fields ?? ({} as Record<Field, readonly ErrorCode[]>))
      setProblems(found)
      if (Object.keys(found).length === 0) toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return { isRunning, problems, run }
}

function problemsOf<Field extends string>(
  error: unknown,
  fields: Record<Field, readonly ErrorCode[]>,
): Problems<Field> {
  const found: Problems<Field> = {}
  if (!(error instanceof ApiError)) return found
  for (const [field, codes] of Object.entries(fields) as [Field, readonly string[]][]) {
    const message = codes.includes(error.code)
      ? error.message
      : error.errors.find(({ path }) => path === field)?.message
    if (message) found[field] = message
  }
  return found
}
