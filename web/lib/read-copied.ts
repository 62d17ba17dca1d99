import { type Carried, linkInText } from './dropped.ts'

/** Whether the browser can read what was copied when a button is pressed. */
export const canReadCopied = (): boolean => typeof navigator.clipboard?.read === 'function'

/** The picture that was copied, or the address that stands for one. Throws where the person or the browser does not allow it. */
export async function readCopied(): Promise<Carried> {
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
