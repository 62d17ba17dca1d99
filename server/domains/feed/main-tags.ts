import type { Deps } from '#server/platform/deps.ts'
import { mainOfTags } from '../memes/tag-aliases.ts'
import { requestedTags } from './requested-tags.ts'

/** Returns a request with the main tags of its filters. */
export async function withMainTags<T extends { cat?: string | undefined; cat2?: string | undefined }>(
  { db }: Pick<Deps, 'db'>,
  query: T,
): Promise<T> {
  const tags = requestedTags(query)
  const mains = await mainOfTags(db, tags)
  if (mains.size === 0) return query
  const main = (tag: string | undefined) =>
    tag ? requestedTags({ cat: tag }).map((one) => mains.get(one) ?? one)[0] : tag
  return { ...query, cat: main(query.cat), cat2: main(query.cat2) }
}
