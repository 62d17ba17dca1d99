import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Interests } from '../taste.ts'
import type { FeedCatalog } from './catalog.ts'
import type { KnownMeme } from './known-meme.ts'
import {
  type Follower,
  findKnownMemes,
  findNewestByTag,
  findSources,
  type Source,
  type SourceMemes,
} from './source-queries.ts'

/** TTLs of relations between memes, unless recomputing is announced earlier, and of the lists of new memes by tag. */
const RELATED_MS = 300_000
const NEWEST_MS = 60_000
/** Maximum ids cached, and the minimum charged per source. */
const IDS_MAX = 60_000
const EACH_AT_LEAST = 10

/** The memes that the sources of some interests return. */
export interface Sources {
  of(source: Source, of: string): SourceMemes
  newestOf(tag: string): SourceMemes
  /** New memes of the people that the viewer follows. */
  following: SourceMemes
}

/**
 * The memes related to a liked meme or tag, and the newest memes of tags, are the same for all viewers, so all viewers share
 * these caches. After an action, only relations that are not cached are read.
 */
export function createSharedSources(caches: Caches) {
  const related = caches.open<SourceMemes>({
    name: 'feed-related',
    max: IDS_MAX,
    sizeOf: ({ ids }) => EACH_AT_LEAST + ids.length,
    freshMs: RELATED_MS,
    topics: ['memeVisibilityChanged', 'memesRelated'],
  })
  const byTag = caches.open<Map<string, SourceMemes>>({
    name: 'feed-newest-by-tag',
    max: 1,
    freshMs: NEWEST_MS,
    topics: ['memeVisibilityChanged'],
  })

  return {
    /** @param follower also reads new memes of the people that this member follows */
    async of(db: Db, { liked, tags, creators }: Interests, follower: Follower | null): Promise<Sources> {
      const here = new Map<string, SourceMemes>()
      const isHere = (source: Source, of: string): boolean => {
        const name = nameOf(source, of)
        const found = related.get(name)
        if (found) here.set(name, found)
        return found !== undefined
      }
      const lacks = (of: string, ...sources: Source[]) => sources.filter((source) => !isHere(source, of)).length > 0
      const asked = {
        memes: liked.map(({ id }) => id).filter((id) => lacks(id, 'taste', 'similar')),
        tags: tags.filter((tag) => lacks(tag, 'best')),
        creators,
        follower,
      }
      let following = NOTHING
      const latest = tags.length > 0 ? await byTag.fetch(ALL_TAGS, () => findNewestByTag(db)) : undefined
      if (follower !== null || asked.memes.length + asked.tags.length + asked.creators.length > 0) {
        const era = related.era()
        for (const { source, of, found } of await findSources(db, asked)) {
          if (source === 'following') {
            following = found
            continue
          }
          here.set(nameOf(source, of), found)
          if (source !== 'creator') related.set(nameOf(source, of), found, era)
        }
      }
      return {
        of: (source, of) => here.get(nameOf(source, of)) ?? NOTHING,
        newestOf: (tag) => latest?.get(tag) ?? NOTHING,
        following,
      }
    },
  }
}

/** Returns the live ones of the given memes by id, from the catalog if it has them. */
export async function findMemes(
  db: Db,
  catalog: FeedCatalog,
  wanted: { id: string; key: number }[],
): Promise<Map<string, KnownMeme>> {
  const known = new Map<string, KnownMeme>()
  const unknown: string[] = []
  for (const { id, key } of wanted) {
    const meme = catalog.memes[catalog.positions.get(key) ?? -1]
    if (meme) known.set(id, meme)
    else unknown.push(id)
  }
  if (unknown.length === 0 || catalog.isWhole) return known
  for (const meme of await findKnownMemes(db, unknown)) known.set(meme.id, meme)
  return known
}

const ALL_TAGS = ''
const nameOf = (source: Source, of: string) => `${source} ${of}`

export const NOTHING: SourceMemes = { ids: [], keys: new Float64Array(), strengths: new Float64Array() }
