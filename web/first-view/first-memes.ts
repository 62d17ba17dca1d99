import type { Meme } from '#contract/memes.ts'
import type { Answer } from '../lib/api.ts'

export type FirstMemes = Answer<'GET /recommendation-feed'>['data']['recommendations']

declare global {
  /** Set by preload.ts for paint.ts: the first memes of the grid. Known at once for visitors, loading for members. */
  var firstMemes: FirstMemes | Promise<FirstMemes> | undefined
}

/**
 * Whether a picture is painted before the application. Of sensitive ones it decides itself; a moving one weighs as much as all the
 * others in sight together, which would wait for it.
 */
export const isPainted = ({ sensitive, image }: Pick<Meme, 'sensitive' | 'image'>): boolean =>
  !sensitive && !image.animated
