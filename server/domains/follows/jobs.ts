import * as z from 'zod'
import type { JobKind } from '#server/platform/jobs/jobs.ts'

const About = z.object({ userId: z.string() })

/** Sends a person the digest of new followers. Keyed by the person's id, so that only one job waits at a time. */
export const followerDigestJob: JobKind<z.infer<typeof About>> = {
  name: 'follower-digest',
  schema: About,
  retryLimit: 4,
  retryDelaySeconds: 60,
  timeLimitSeconds: 60,
}
