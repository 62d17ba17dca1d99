import type { Readable } from 'node:stream'
import type { Profile, ProfileInput } from '#contract/users.ts'
import { type PreparedAvatar, prepareAvatar, receiveAvatar } from '#server/adapters/images/prepare-avatar.ts'
import { discard, type StagedSource } from '#server/adapters/images/staging.ts'
import { withTransaction } from '#server/db/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/viewer.ts'
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
  if (avatar) await deps.storeFiles(Object.values(avatar.files))
  return withTransaction(deps.db, async (tx) => {
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
    return presentProfile(user)
  })
}

/**
 * Like `updateProfile`, with a picture that is still being received. On failure nothing is changed and staging is cleaned up.
 * Throws the codes of pictures, and image.avatarTooLarge beyond 5 MB.
 */
export async function updateProfileWithAvatar(
  deps: ProfileDeps,
  viewer: Member,
  receive: (onAvatar: (stream: Readable) => Promise<void>) => Promise<ProfileInput>,
): Promise<Profile> {
  let source: StagedSource | undefined
  try {
    const input = await receive(async (stream) => {
      if (source) throw new AppError('request.invalid')
      source = await receiveAvatar(stream, { stagingDir: deps.stagingDir })
    })
    if (!source) return await updateProfile(deps, viewer, input)
    const avatar = await prepareAvatar(source, { stagingDir: deps.stagingDir })
    try {
      return await updateProfile(deps, viewer, input, avatar)
    } finally {
      await discard(avatar)
    }
  } finally {
    if (source) await discard(source)
  }
}
