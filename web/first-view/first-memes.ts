import type { Answer } from '../lib/api.ts'

export type FirstMemes = Answer<'GET /recommendation-feed'>['data']['recommendations']

declare global {
  /** Left by ask.ts for hang.ts: what hangs on the wall first. Known at once for visitors, on its way for members. */
  var firstMemes: FirstMemes | Promise<FirstMemes> | undefined
}
