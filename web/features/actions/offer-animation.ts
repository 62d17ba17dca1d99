import type { Meme } from '#contract/memes/memes.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast.ts'
import { memeUrl } from '../memes/text/meme-link.ts'
import { downloadName } from '../memes/text/meme-text.ts'
import { copyText } from './copy-picture.ts'

/** Explains that clipboards cannot hold animations, and offers alternatives. */
export function offerAnimation(meme: Meme): void {
  toast.info(translate('memes.copy.oneFrame'), {
    id: `one frame ${meme._id}`,
    actions: [
      { label: translate('memes.copyLink'), onAction: () => copyLink(meme) },
      { label: translate('memes.download'), onAction: () => download(meme) },
    ],
  })
}

export function copyLink(meme: Meme): void {
  copyText(memeUrl(meme._id)).then(
    () => toast.success(translate('memes.linkCopied')),
    () => toast.error(translate('memes.linkNotCopied')),
  )
}

function download(meme: Meme): void {
  const link = document.createElement('a')
  link.href = meme.image.imageOrigin
  link.download = downloadName(meme)
  link.click()
}
