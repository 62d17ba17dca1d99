const PAGE = '/connect-extension'
const TOKEN_START = 'memeroom_pat_'
const LOOK_EVERY_MS = 500
const GIVE_UP_AFTER_MS = 600_000

/**
 * Opens the site's page that creates an access token, waits for the member's click, reads the token, and closes the page. The page
 * sends the token nowhere: only an extension with access to the site can read it.
 * @returns null if the tab was closed, or nothing happened for ten minutes
 */
export async function requestToken(site: string): Promise<string | null> {
  const { id } = await chrome.tabs.create({ url: site + PAGE })
  if (id === undefined) return null
  const end = Date.now() + GIVE_UP_AFTER_MS
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    if (!(await chrome.tabs.get(id).catch(() => null))) return null
    const token = await readToken(id, site)
    if (!token) continue
    await chrome.tabs.remove(id)
    return token
  }
  return null
}

async function readToken(tabId: number, site: string): Promise<string | null> {
  // While the member signs in with a provider, the tab shows a site that this extension may not read.
  const found = await chrome.scripting
    .executeScript({ target: { tabId }, func: tokenOnPage, args: [`${site}${PAGE}`] })
    .catch(() => [])
  const token = found[0]?.result
  return token?.startsWith(TOKEN_START) ? token : null
}

/** Runs in the page, so it must not refer to anything outside of it. */
function tokenOnPage(address: string): string | null {
  if (location.origin + location.pathname !== address) return null
  return document.querySelector('[data-extension-token]')?.getAttribute('data-extension-token') ?? null
}
