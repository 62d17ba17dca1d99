let departures = 0

/** Call when the current member has logged out. */
export function noteDeparture(): void {
  departures += 1
}

/**
 * Returns a function that checks whether the user is still the same. Responses to requests of a former member must not be cached.
 */
export function stillHere(): () => boolean {
  const before = departures
  return () => departures === before
}
