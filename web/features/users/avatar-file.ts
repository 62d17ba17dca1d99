import { AVATAR_MAX_BYTES } from '#contract/limits.ts'

/** Why a file cannot be an avatar, as a key of texts; null where it can. The server decides by the bytes. */
export function avatarProblem(file: { type: string; size: number }) {
  if (!file.type.startsWith('image/')) return 'account.profile.avatarNotImage' as const
  if (file.size >= AVATAR_MAX_BYTES) return 'account.profile.avatarTooLarge' as const
  return null
}
