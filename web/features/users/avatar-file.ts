import { AVATAR_MAX_BYTES } from '#contract/limits.ts'

/** Returns the text key of why a file cannot be an avatar; null if it can. The server checks the actual bytes. */
export function avatarProblem(file: { type: string; size: number }) {
  if (!file.type.startsWith('image/')) return 'account.profile.avatarNotImage' as const
  if (file.size >= AVATAR_MAX_BYTES) return 'account.profile.avatarTooLarge' as const
  return null
}
