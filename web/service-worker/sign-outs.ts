let signOuts = 0

/** Call when the current member has logged out. */
export function noteSignOut(): void {
  signOuts += 1
}

/**
 * Returns a function that checks whether the user is still the same. Responses to requests of a former member must not be cached.
 */
export function sameUserCheck(): () => boolean {
  const before = signOuts
  return () => signOuts === before
}
