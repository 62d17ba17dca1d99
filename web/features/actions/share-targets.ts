import type { Meme } from '#contract/memes/memes.ts'
import { memeUrl } from '../memes/text/meme-link.ts'
import { downloadName } from '../memes/text/meme-text.ts'

/** Share pages of chats and networks that take a link. They open only on click; none of their scripts is loaded. */
export function shareLinks(name: string, url: string): { name: string; href: string }[] {
  const [text, address] = [encodeURIComponent(name), encodeURIComponent(url)]
  return [
    { name: 'Telegram', href: `https://t.me/share/url?url=${address}&text=${text}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${encodeURIComponent(`${name} ${url}`)}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${address}` },
    { name: 'Zalo', href: `https://zalo.me/share?url=${address}&title=${text}` },
    { name: 'X', href: `https://x.com/intent/post?url=${address}&text=${text}` },
  ]
}

export const canUseShareSheet = (): boolean => typeof navigator.share === 'function'

/** Opens the device's share sheet with the link, plus the file itself if the device accepts files. */
export async function shareOnSheet(meme: Meme): Promise<void> {
  const link = { title: meme.name, url: memeUrl(meme._id) }
  const file = await pictureFile(meme).catch(() => null)
  const withFile = file && { ...link, files: [file] }
  const data = withFile && navigator.canShare?.(withFile) ? withFile : link
  // Rejects when the user cancels; that needs no message.
  await navigator.share(data).catch(() => undefined)
}

/** Fetches the picture file. Null if the device cannot share files, which avoids a useless download. */
async function pictureFile(meme: Meme): Promise<File | null> {
  const probe = new File([], 'meme.png', { type: 'image/png' })
  if (!navigator.canShare?.({ files: [probe] })) return null
  const response = await fetch(meme.image.imageOrigin)
  if (!response.ok) return null
  return new File([await response.blob()], downloadName(meme), { type: meme.image.mime })
}
