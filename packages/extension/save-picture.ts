import { readConnection } from './connection.ts'

/** Chromium opens addresses of at most 2 MB. */
const DATA_URL_MAX_CHARS = 1_500_000

/**
 * Opens the site's upload dialog with the picture and the address of its page. Both are in the fragment, so that no server logs them.
 * The site takes them only from a browser's or an extension's tab, never from another site's link.
 */
export async function savePicture(info: ExtensionClick, tab?: ExtensionTab): Promise<void> {
  const connection = await readConnection()
  if (!connection) return chrome.runtime.openOptionsPage()
  const page = /^https?:/.test(info.pageUrl ?? '') ? info.pageUrl : undefined
  const content = new URLSearchParams({ picture: await addressOf(info, tab), ...(page && { page }) })
  const url = `${connection.site}/?shared=1#${content}`
  await chrome.tabs.create({ url, ...(tab && { index: tab.index + 1 }) })
}

/** The picture's address, or its data if only its page can load it; empty if that is too large. */
async function addressOf({ srcUrl = '', frameId = 0 }: ExtensionClick, tab?: ExtensionTab): Promise<string> {
  const address = srcUrl.startsWith('blob:') && tab?.id !== undefined ? await dataOf(srcUrl, tab.id, frameId) : srcUrl
  return address.length <= DATA_URL_MAX_CHARS ? address : ''
}

async function dataOf(srcUrl: string, tabId: number, frameId: number): Promise<string> {
  const target = { tabId, frameIds: [frameId] }
  const found = await chrome.scripting.executeScript({ target, func: dataUrlOf, args: [srcUrl] }).catch(() => [])
  return found[0]?.result ?? ''
}

/** Runs in the page, so it must not refer to anything outside of it. */
async function dataUrlOf(address: string): Promise<string> {
  const picture = await (await fetch(address)).blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(picture)
  })
}
