import { rectifyConfusion } from 'unicode-confusables'
import { calls } from '#contract/calls.ts'
import { PAGES } from '#contract/pages.ts'
import { ROUTE_NAMES, STAFF_NAMES } from '#contract/people/reserved-names.ts'
import { AppError } from '#server/platform/errors.ts'

/** Returns the lookup key of a username, case-folded. */
export const usernameKey = (username: string) => username.normalize('NFC').toLowerCase()

/** Folds case via upper case, so that "ß" equals "ss" and a final sigma equals a sigma. */
const fold = (text: string) => text.toUpperCase().toLowerCase().normalize('NFKC')

/** Returns the skeleton by UTS 39, section 4, which is equal for confusable texts. */
const skeletonOf = (text: string) => fold(rectifyConfusion(text.normalize('NFD')).normalize('NFD'))

/**
 * Returns the skeletons of a username: of its lower case and of its original case, because a capital I resembles both i and l.
 * Names that share a skeleton are lookalikes.
 */
export function usernameSkeletons(username: string): string[] {
  const plain = username.normalize('NFKC')
  return [...new Set([skeletonOf(fold(plain)), skeletonOf(plain)])].sort()
}

/** Increment this with any change to usernameSkeletons or namesOf; the next start recomputes them for all members. */
export const SKELETONS_VERSION = '4'

/** Strips tone marks and punctuation, for comparison with reserved names. */
const bare = (skeleton: string) => skeleton.normalize('NFD').replace(/[\p{M}_.-]/gu, '')

/** The fixed parts of the addresses of all calls and pages. */
const addressNames = [...Object.values(calls).map(({ path }) => path), ...Object.values(PAGES)]
  .flatMap((path) => path.split(/[/?]/))
  .filter((part) => /^[a-z]/.test(part))
const routeLooks = new Set([...ROUTE_NAMES, ...addressNames].flatMap(usernameSkeletons))
const staffSkeletons = new Set(STAFF_NAMES.flatMap(usernameSkeletons).map(bare))

/** Returns true if a username looks like a reserved one. */
export function isReserved(username: string): boolean {
  return usernameSkeletons(username).some((skeleton) => routeLooks.has(skeleton) || staffSkeletons.has(bare(skeleton)))
}

/** Throws a validation error for the field `username` if it looks like a reserved name. */
export function refuseReserved(username: string): void {
  if (isReserved(username))
    throw new AppError('request.invalid', { errors: [{ path: 'username', code: 'usernameReserved' }] })
}
