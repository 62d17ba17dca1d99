import type { Answer } from '../lib/api.ts'

export type FirstMemes = Answer<'GET /recommendation-feed'>['data']['recommendations']

declare global {
  /** Set by preload.ts for paint-grid.ts: the first memes of the grid. Known at once for visitors, loading for members. */
  var firstMemes: FirstMemes | Promise<FirstMemes> | undefined
}
