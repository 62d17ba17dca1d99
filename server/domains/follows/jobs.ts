import * as z from 'zod'
import type { JobKind } from '#server/jobs/jobs.ts'

const About = z.object({ userId: z.string() })

/** Writes to one person about the followers that have gathered; the person's id is the key, so that one waits at a time. */
export const followerDigestJob: JobKind<z.infer<typeof About>> = {
  name: 'tell-of-followers',
  schema: About,
  retryLimit: 4,
  retryDelaySeconds: 60,
  timeLimitSeconds: 60,
}
