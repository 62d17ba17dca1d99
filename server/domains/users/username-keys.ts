import { rectifyConfusion } from 'unicode-confusables'
import { ROUTE_NAMES, STAFF_NAMES } from '#contract/reserved-names.ts'
import { AppError } from '#server/errors.ts'

/** What is asked for by a username: its letters without case. */
export const usernameKey = (username: string) => username.normalize('NFC').toLowerCase()

/** Case folding; by way of capitals, so that "ß" is "ss" and a final sigma a sigma. */
const fold = (text: string) => text.toUpperCase().toLowerCase().normalize('NFKC')

/** One look for characters that are confused: the skeleton of UTS 39, section 4. */
const lookOf = (text: string) => fold(rectifyConfusion(text.normalize('NFD')).normalize('NFD'))

/**
 * How a username looks, in lower case and as it is written: a capital I is an i to the one and an l to the other. Two names
 * that share one of these cannot both be taken.
 */
export function usernameSkeletons(username: string): string[] {
  const plain = username.normalize('NFKC')
  return [...new Set([lookOf(fold(plain)), lookOf(plain)])].sort()
}

/** To be raised with any change of usernameSkeletons or of namesOf: the next start makes them anew for all members. */
export const SKELETONS_VERSION = '3'

/** Neither tone marks nor the signs between letters make a name of the staff another one. */
const bare = (skeleton: string) => skeleton.normalize('NFD').replace(/[\p{M}_.-]/gu, '')

const routeLooks = new Set(ROUTE_NAMES.flatMap(usernameSkeletons))
const staffLooks = new Set(STAFF_NAMES.flatMap(usernameSkeletons).map(bare))

/** Whether a username looks like one that nobody may take. */
export function isReserved(username: string): boolean {
  return usernameSkeletons(username).some((skeleton) => routeLooks.has(skeleton) || staffLooks.has(bare(skeleton)))
}

/** Throws the failure of a field `username` that looks like a reserved name. */
export function refuseReserved(username: string): void {
  if (isReserved(username))
    throw new AppError('request.invalid', { errors: [{ path: 'username', code: 'usernameReserved' }] })
}
