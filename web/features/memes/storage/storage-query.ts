import { queryOptions } from '@tanstack/react-query'
import { isNearQuota, type MemberStorage } from '#contract/memes/storage.ts'
import { api } from '../../../lib/api.ts'

export const storageQuery = (userId: string) =>
  queryOptions({
    queryKey: ['storage', userId],
    queryFn: async ({ signal }) => (await api('GET /users/me/storage', { signal })).data,
    // Deleted memes stop counting soon after, and uploads of other tabs and devices count as well.
    staleTime: 0,
  })

/** Returns how full a quota is, in percent, at most 100; null without one. */
export const percentOf = (used: number, max: number | null): number | null =>
  max === null ? null : Math.min(100, Math.floor((used / max) * 100))

export type Fullness = 'free' | 'near' | 'full' | 'siteFull'

export function fullnessOf({ memes, memesMax, bytes, bytesMax, isSiteFull }: MemberStorage): Fullness {
  const isFull = (memesMax !== null && memes >= memesMax) || (bytesMax !== null && bytes >= bytesMax)
  if (isFull) return 'full'
  if (isSiteFull) return 'siteFull'
  const isNear =
    (memesMax !== null && isNearQuota(memes, memesMax)) || (bytesMax !== null && isNearQuota(bytes, bytesMax))
  return isNear ? 'near' : 'free'
}
