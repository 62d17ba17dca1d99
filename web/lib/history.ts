export interface Path {
  pathname: string
  search: string
  hash: string
}

export interface Location extends Path {
  /** The state that `navigate` stored with this entry of the browser's history, or null. */
  // biome-ignore lint/suspicious/noExplicitAny: each screen knows the type of its own state.
  state: any
  /** Identifies the entry. */
  key: string
}

export type To = string | Partial<Path>
export type NavigationType = 'POP' | 'PUSH' | 'REPLACE'

export interface NavigateOptions {
  replace?: boolean | undefined
  state?: unknown
}

export interface Visit {
  location: Location
  type: NavigationType
}

/** The browser's history, or one in memory for tests. */
export interface History {
  visit(): Visit
  navigate(to: To, options?: NavigateOptions): void
  go(delta: number): void
  /** Calls the listener after each change. @returns a function that stops this */
  listen(listener: () => void): () => void
}

export function pathOf(to: To): Partial<Path> {
  if (typeof to !== 'string') return to
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
  return { ...(pathname && { pathname }), search: search === '?' ? '' : search, hash: hash === '#' ? '' : hash }
}

/** @returns the address without host, also for a pathname with two slashes; an incomplete `to` has the given pathname */
export function addressOf(to: To, pathname: string): string {
  const { pathname: own = pathname, search = '', hash = '' } = pathOf(to)
  return own.replace(/^\/{2,}/, '/') + marked('?', search) + marked('#', hash)
}

const marked = (mark: string, text: string) => (text && !text.startsWith(mark) ? mark + text : text)

export function locationOf(address: string, state: unknown, key: string): Location {
  const { pathname = '/', search = '', hash = '' } = pathOf(address)
  return { pathname, search, hash, state, key }
}

export const newKey = () => Math.random().toString(36).slice(2, 10)

export function createBrowserHistory(): History {
  const listeners = new Set<() => void>()
  let visit: Visit = { location: current(), type: 'POP' }
  const change = (next: Visit) => {
    visit = next
    for (const listener of listeners) listener()
  }
  window.addEventListener('popstate', () => change({ location: current(), type: 'POP' }))
  return {
    visit: () => visit,
    navigate(to, { replace = false, state = null } = {}) {
      const address = addressOf(to, visit.location.pathname)
      const location = locationOf(address, state, newKey())
      const stored = { usr: state, key: location.key }
      if (replace) window.history.replaceState(stored, '', address)
      else window.history.pushState(stored, '', address)
      change({ location, type: replace ? 'REPLACE' : 'PUSH' })
    },
    go: (delta) => window.history.go(delta),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function current(): Location {
  const { pathname, search, hash } = window.location
  const { usr = null, key = 'default' } = (window.history.state ?? {}) as { usr?: unknown; key?: string }
  return { pathname, search, hash, state: usr, key }
}
