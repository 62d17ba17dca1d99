import type { Meme } from '#contract/memes/memes.ts'
import type { Answer } from '../lib/api.ts'
import { prefersLessMotion } from '../lib/motion.ts'

export type FirstMemes = Answer<'GET /recommendation-feed'>['data']['recommendations']

declare global {
  /** Set by preload.ts for paint.ts: the first memes of the grid. Available at once for visitors, loading for members. */
  var firstMemes: FirstMemes | Promise<FirstMemes> | undefined
}

/** Returns true if a picture may be painted before the application starts. Only the application decides about a sensitive one. */
export const isPainted = ({ sensitive, image }: Pick<Meme, 'sensitive' | 'image'>): boolean =>
  !sensitive && (!image.animated || !prefersLessMotion())

/** An animation is as large as all other visible pictures together, so it loads after them. */
export const priorityOf = ({ animated }: Meme['image']): 'high' | 'low' => (animated ? 'low' : 'high')
