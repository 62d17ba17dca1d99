import type { Profile, ProfileInput } from '#contract/people/users.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type PreparedAvatar, prepareAvatar } from '#server/platform/images/prepare-avatar.ts'
import { discard, type StagedSource } from '#server/platform/images/staging.ts'
import type { Member } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import type { FileHooks } from './file-hooks.ts'
import { presentProfile } from './present.ts'
import { updateUser } from './queries.ts'

type ProfileDeps = Pick<Deps, 'db' | 'stagingDir'> & FileHooks

/** Updates display name and bio if given, and replaces or removes the avatar. */
export async function updateProfile(
  deps: ProfileDeps,
  viewer: Member,
  input: ProfileInput,
  avatar?: PreparedAvatar,
): Promise<Profile> {
  const change = () =>
    withTransaction(deps.db, async (tx) => {
      const keys = avatar && { avatar_large: avatar.files.large.key, avatar_small: avatar.files.small.key }
      const face = keys ?? (input.avatar === null ? { avatar_large: null, avatar_small: null } : undefined)
      const user = await updateUser(tx, viewer.userId, {
        ...(input.displayName === undefined ? {} : { display_name: input.displayName }),
        ...(input.bio === undefined ? {} : { bio: input.bio }),
        ...face,
      })
      if (!user) throw new AppError('auth.tokenInvalid')
      if (keys) await deps.claimFiles(tx, Object.values(keys))
      if (face) await deps.sweepFiles(tx)
      await publish(tx, 'peopleChanged')
      return presentProfile(user)
    })
  return avatar ? deps.withStoredFiles(Object.values(avatar.files), change) : change()
}

/**
 * Like `updateProfile`, with a picture for the avatar. The caller must discard the picture. On any error, nothing changes. Throws
 * the errors of pictures, and image.blocked for a removed picture.
 */
export async function updateProfileWithAvatar(
  deps: ProfileDeps,
  viewer: Member,
  input: ProfileInput,
  source: StagedSource,
): Promise<Profile> {
  const avatar = await prepareAvatar(source, { stagingDir: deps.stagingDir, owner: queueOwner(viewer) })
  try {
    if (await deps.isRefused(source)) throw new AppError('image.blocked')
    return await updateProfile(deps, viewer, input, avatar)
  } finally {
    await discard(avatar)
  }
}
