import { filtersOf, type Viewer } from '#server/platform/viewer.ts'
import type { ReaderState } from './reader-state-queries.ts'

/** What decides whether a list may offer a meme. */
export interface Offer {
  id: string
  creatorId: string | null
  templateId: string | null
  tags: readonly string[]
  isSensitive: boolean
}

/**
 * Whether a feed may offer a meme in memory to its reader: what `isListed`, `isWanted` and `isWantedTemplate` say in statements.
 * @param isFirstView visitors see nothing sensitive first: it may stand on a screen that others look at
 */
export function offers(viewer: Viewer, state: ReaderState, isFirstView: boolean): (meme: Offer) => boolean {
  const hidesSensitive = filtersOf(viewer).sensitiveContent === 'hide' || (viewer.kind === 'visitor' && isFirstView)
  const { hiddenPeople, notInterested } = state
  return ({ id, creatorId, templateId, tags, isSensitive }) =>
    !(isSensitive && hidesSensitive) &&
    (creatorId === null || !(hiddenPeople.has(creatorId) || notInterested.user.has(creatorId))) &&
    (templateId === null || !notInterested.template.has(templateId)) &&
    !notInterested.meme.has(id) &&
    (notInterested.tag.size === 0 || !tags.some((tag) => notInterested.tag.has(tag)))
}
