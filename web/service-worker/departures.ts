let departures = 0

/** The member who used the browser until now has left. */
export function noteDeparture(): void {
  departures += 1
}

/** A question for later: is who is here now still here? What was asked for another member is not kept. */
export function stillHere(): () => boolean {
  const before = departures
  return () => departures === before
}
