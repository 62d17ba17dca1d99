import { readFile } from 'node:fs/promises'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { SERVER_OWNER } from '#server/platform/images/picture-queue.ts'
import { prepareAvatar } from '#server/platform/images/prepare-avatar.ts'
import { discard, type StagedSource } from '#server/platform/images/staging.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import type { Actor } from '../moderation/require-power.ts'
import { removeLogo, replaceLogo } from '../settings/logo.ts'

/**
 * Replaces the logo with the center square of a picture and returns its path. The caller must still discard the staged source.
 */
export async function changeLogo(
  deps: Pick<Deps, 'db' | 'stagingDir'>,
  by: Actor,
  source: StagedSource,
): Promise<string> {
  const { files } = await prepareAvatar(source, { stagingDir: deps.stagingDir, owner: by ?? SERVER_OWNER })
  try {
    const picture = await readFile(files.large.path)
    return await withTransaction(deps.db, async (tx) => {
      const logo = await replaceLogo(tx, picture)
      await publish(tx, 'siteChanged')
      await logAdmin(tx, by, { action: 'settings', targetKind: 'settings', reason: `logo: ${logo}` })
      return logo
    })
  } finally {
    await discard({ files })
  }
}

export async function dropLogo(deps: Pick<Deps, 'db'>, by: Actor): Promise<void> {
  await withTransaction(deps.db, async (tx) => {
    if (!(await removeLogo(tx))) return
    await publish(tx, 'siteChanged')
    await logAdmin(tx, by, { action: 'settings', targetKind: 'settings', reason: 'logo: none' })
  })
}
