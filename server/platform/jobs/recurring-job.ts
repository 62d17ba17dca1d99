import * as z from 'zod'
import type { JobKind } from './jobs.ts'

type NoData = Record<string, never>

/** Defines a scheduled job without data. */
export function recurringJob(kind: Omit<JobKind<NoData>, 'schema'> & { cron: string }): JobKind<NoData> {
  return { ...kind, schema: z.object({}) as unknown as z.ZodType<NoData> }
}
