import type { Meme } from '#contract/memes/memes.ts'
import { pictureAlt } from '#contract/memes/picture-alt.ts'
import { memePath, sharePicturePath } from '../sharing/meme-facts.ts'
import { absolute, shorten } from '../sharing/page-head.ts'

/** For texts in messages: less than the limits of all chats. */
export const TEXT_MAX_CHARS = 2000
const NAME_MAX_CHARS = 150

export interface PictureFacts {
  name: string
  alt: string
  /** The addresses of the meme's page and of its picture. */
  page: string
  url: string
}

export const pictureFacts = (meme: Meme, publicUrl: string): PictureFacts => ({
  name: shorten(meme.name, NAME_MAX_CHARS),
  alt: shorten(pictureAlt(meme), TEXT_MAX_CHARS),
  page: absolute(publicUrl, memePath(meme._id)),
  url: absolute(publicUrl, sharePicturePath(meme)),
})
