import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** Counts matching lines in each server file, except tests. */
async function linesWith(pattern: RegExp): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const name of await readdir(path.join(ROOT, 'server'), { recursive: true })) {
    const file = `server/${name}`
    if (!file.endsWith('.ts') || file.endsWith('.test.ts')) continue
    const lines = (await readFile(path.join(ROOT, file), 'utf8')).split('\n').filter((line) => pattern.test(line))
    if (lines.length > 0) found[file] = lines.length
  }
  return found
}

test('nodes are notified in the transaction of the change: by notifyNodes or in the statement itself', async () => {
  expect(await linesWith(/pg_notify/)).toEqual({
    'server/platform/db/notify-queries.ts': 1,
    // Reports the log position. It changes nothing, and must not wait for a commit.
    'server/platform/db/replica/reads.ts': 1,
    'server/domains/notifications/post-queries.ts': 1,
    'server/domains/notifications/queries.ts': 3,
  })
})

test('use cases check suspensions only with isSuspendedMember', async () => {
  const found = await linesWith(/suspended_at (?:is (?:not )?null|[!=]== null)|!\w+\.suspended_at|\.suspended_at \?/)
  // List and sum queries read effects written by a suspension, which `createSuspensionClock` reverts on time.
  expect(Object.fromEntries(Object.entries(found).filter(([file]) => !file.endsWith('queries.ts')))).toEqual({
    // The moderation desk shows suspensions that are to be reverted.
    'server/domains/moderation/present.ts': 1,
    // Follower counts change consistently with how the suspension changed them.
    'server/domains/users/remove-user.ts': 1,
    'server/domains/users/suspend-user.ts': 1,
    // The rule itself.
    'server/domains/users/lists/suspended.ts': 1,
  })
})
