import type { Db, Tx } from '#server/platform/db/db.ts'
import { tagsOf } from './rules.ts'
import { findMainTags, findTagged, lockAliases, lockTagged, setTags, shareAliases } from './tag-alias-queries.ts'

/** Returns the main tags for some tags, each once. */
export async function mainTags(db: Db, tags: readonly string[]): Promise<string[]> {
  const mains = await findMainTags(db, tags)
  return [...new Set(tags.map((tag) => mains.get(tag) ?? tag))]
}

/** Returns the main tags of those tags that are aliases. */
export const mainOfTags = (db: Db, tags: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  findMainTags(db, tags)

export const mainTag = async (db: Db, tag: string): Promise<string> => (await mainTags(db, [tag]))[0] ?? tag

/** Returns the tags to store with a meme. Aliases cannot change until the transaction ends. */
export async function tagsToStore(tx: Tx, tags: readonly string[]): Promise<string[]> {
  if (tags.length === 0) return []
  await shareAliases(tx)
  return mainTags(tx, tags)
}

/** Returns the main tag of a tag. Aliases cannot change until the transaction ends. */
export const fixedMainTag = async (tx: Tx, tag: string): Promise<string> => (await tagsToStore(tx, [tag]))[0] ?? tag

/** Recomputes the tags of a meme from its texts. Returns false if they are unchanged, or if the meme no longer exists. */
export async function retagMeme(tx: Tx, id: string): Promise<boolean> {
  const meme = await lockTagged(tx, id)
  if (!meme) return false
  const tags = await tagsToStore(tx, tagsOf(meme.name, meme.description))
  if (tags.join(' ') === meme.tags.join(' ')) return false
  await setTags(tx, id, tags)
  return true
}

/** Returns the next memes with a tag, in any state, by id. */
export const memesTagged = (db: Db, tag: string, after: string, limit: number): Promise<string[]> =>
  findTagged(db, tag, after, limit)

/** Waits for writers of tags, and makes later ones wait until the transaction, which changes an alias, ends. */
export const lockTagWriters = (tx: Tx): Promise<void> => lockAliases(tx)
