import { linkInText, type TransferContent } from './data-transfer.ts'

/** Returns true if the browser allows reading the clipboard on a button press. */
export const canReadClipboard = (): boolean => typeof navigator.clipboard?.read === 'function'

/** Reads the picture, or the URL of one, from the clipboard. Throws if the user or the browser denies access. */
export async function readClipboard(): Promise<TransferContent> {
  const items = await navigator.clipboard.read()
  for (const item of items) {
    const type = item.types.find((one) => one.startsWith('image/'))
    if (!type) continue
    const picture = await item.getType(type)
    return { files: [new File([picture], `pasted.${type.slice('image/'.length)}`, { type })], link: null }
  }
  const text = items.find(({ types }) => types.includes('text/plain'))
  return { files: [], link: text ? linkInText(await (await text.getType('text/plain')).text()) : null }
}
