import { filtersOf, type Viewer } from '#server/platform/viewer.ts'
import { MEME_SCOPES, type Rule } from './scopes.ts'

/** A live meme that a node has in memory, with the properties that decide whether a list may offer it. */
export interface MemoryMeme {
  id: string
  creatorId: string | null
  templateId: string | null
  tags: readonly string[]
  isSensitive: boolean
}

/** The people and things that a viewer hides. */
export interface Hidden {
  hiddenPeople: ReadonlySet<string>
  notInterested: Record<'meme' | 'user' | 'tag' | 'template', ReadonlySet<string>>
}

/**
 * Applies a scope's rule to candidates in memory, so that sources return few memes that the visibility filter would remove.
 * The filter still decides.
 */
export function isCandidate(viewer: Viewer, scope: 'featured' | 'feed', hidden: Hidden): (meme: MemoryMeme) => boolean {
  const { sensitive, interests }: Rule = MEME_SCOPES[scope]
  const hidesSensitive = sensitive === 'never' || filtersOf(viewer).sensitiveContent === 'hide'
  const { hiddenPeople, notInterested } = hidden
  const applies = (kind: keyof Hidden['notInterested']) => interests.includes(kind) && notInterested[kind].size > 0
  const [byMeme, byUser, byTag, byTemplate] = [applies('meme'), applies('user'), applies('tag'), applies('template')]
  return ({ id, creatorId, templateId, tags, isSensitive }) =>
    !(isSensitive && hidesSensitive) &&
    (creatorId === null || !(hiddenPeople.has(creatorId) || (byUser && notInterested.user.has(creatorId)))) &&
    !(byTemplate && templateId !== null && notInterested.template.has(templateId)) &&
    !(byMeme && notInterested.meme.has(id)) &&
    !(byTag && tags.some((tag) => notInterested.tag.has(tag)))
}
