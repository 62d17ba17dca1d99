import type { Db } from '#server/platform/db/db.ts'
import { mainOfTags } from '../../memes/tag-aliases.ts'
import { readRequest, type SearchInput, type SearchRequest, tagsIn, withMainTags } from './read-request.ts'

/** Reads a search, with main tags instead of aliases. Throws cursor.invalid for an incomplete cursor. */
export async function resolveRequest(db: Db, input: SearchInput): Promise<SearchRequest> {
  const request = readRequest(input)
  const tags = tagsIn(request)
  return tags.length === 0 ? request : withMainTags(request, await mainOfTags(db, tags))
}
