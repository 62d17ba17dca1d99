import { filtersOf, type Viewer } from '#server/platform/viewer.ts'
import type { ReaderState } from './reader-state-queries.ts'

/** The properties that decide whether a list may offer a meme. */
export interface Offer {
  id: string
  creatorId: string | null
  templateId: string | null
  tags: readonly string[]
  isSensitive: boolean
}

/**
 * Returns whether a feed may offer an in-memory meme to its reader: the counterpart of the SQL conditions `isListed`, `isWanted`
 * and `isWantedTemplate`.
 * @param isFirstView a visitor's first page excludes sensitive memes, since other people may see the screen
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
