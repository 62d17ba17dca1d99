/** A site and the access token that it gave to this extension. */
export interface Connection {
  /** The site's origin. */
  site: string
  token: string
}

export type ConnectionState = Connection & { username: string }

const KEY = 'connection'

export async function readConnection(): Promise<ConnectionState | null> {
  return ((await chrome.storage.local.get(KEY))[KEY] as ConnectionState | undefined) ?? null
}

export const saveConnection = (connection: ConnectionState): Promise<void> =>
  chrome.storage.local.set({ [KEY]: connection })

/** Forgets the site and gives up the access to it. */
export async function disconnect({ site }: Connection): Promise<void> {
  await chrome.storage.local.remove(KEY)
  await chrome.permissions.remove(accessTo(site))
}

/** The host permission for a site. Without the port, because Firefox refuses patterns with one. */
export function accessTo(site: string): { origins: string[] } {
  const { protocol, hostname } = new URL(site)
  return { origins: [`${protocol}//${hostname}/*`] }
}

/** The origin of a typed address, which may lack the scheme; null if it is not an address of a site. */
export function siteOf(typed: string): string | null {
  const trimmed = typed.trim()
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`
  // Chromium escapes spaces in names of hosts instead of refusing them.
  if (/\s/.test(trimmed) || !URL.canParse(address)) return null
  const { protocol, hostname, origin } = new URL(address)
  return /^https?:$/.test(protocol) && hostname !== '' ? origin : null
}
