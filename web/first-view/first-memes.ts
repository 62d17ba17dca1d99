import type { Meme } from '#contract/memes.ts'
import type { Answer } from '../lib/api.ts'
import { prefersLessMotion } from '../lib/motion.ts'

export type FirstMemes = Answer<'GET /recommendation-feed'>['data']['recommendations']

declare global {
  /** Set by preload.ts for paint.ts: the first memes of the grid. Known at once for visitors, loading for members. */
  var firstMemes: FirstMemes | Promise<FirstMemes> | undefined
}

/** Whether a picture is painted before the application, which decides itself whether a sensitive one is shown. */
export const isPainted = ({ sensitive, image }: Pick<Meme, 'sensitive' | 'image'>): boolean =>
  !sensitive && (!image.animated || !prefersLessMotion())

/** A moving picture weighs as much as all others in sight: it comes after them. */
export const priorityOf = ({ animated }: Meme['image']): 'high' | 'low' => (animated ? 'low' : 'high')
