import { addressOf, type History, locationOf, newKey, type Visit } from '#web/lib/history.ts'

/** A history that starts with one address and does not touch the browser's. */
export function createMemoryHistory(address: string): History {
  const listeners = new Set<() => void>()
  const entries = [locationOf(address, null, newKey())]
  let at = 0
  let visit: Visit = { location: locationOf(address, null, newKey()), type: 'POP' }
  const change = (type: Visit['type']) => {
    const location = entries[at]
    if (location) visit = { location, type }
    for (const listener of listeners) listener()
  }
  return {
    visit: () => visit,
    navigate(to, { replace = false, state = null } = {}) {
      const next = locationOf(addressOf(to, visit.location.pathname), state, newKey())
      if (!replace) at += 1
      entries.splice(at, replace ? 1 : entries.length, next)
      change(replace ? 'REPLACE' : 'PUSH')
    },
    go(delta) {
      at = Math.min(Math.max(at + delta, 0), entries.length - 1)
      change('POP')
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
