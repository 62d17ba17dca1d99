import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Interests } from '../taste.ts'
import type { Catalogue } from './catalogue.ts'
import type { KnownMeme } from './known-meme.ts'
import {
  type Brought,
  type Follower,
  findKnownMemes,
  findNewestByTag,
  findSources,
  type Source,
} from './source-queries.ts'

/** TTLs of relations between memes, unless recomputing is announced earlier, and of lists of new memes. */
const RELATED_MS = 300_000
const NEWEST_MS = 60_000
/** Maximum ids cached per TTL class, and the minimum charged per source. */
const IDS_MAX = 60_000
const EACH_AT_LEAST = 10
/**
 * Maximum memes cached besides the shared candidates, and their TTL. Memes with quickly changing counts are among the shared
 * ones.
 */
const MEMES_MAX = 20_000
const MEMES_MS = 300_000

/** The memes that the sources of some interests return. */
export interface Sources {
  of(source: Source, of: string): Brought
  newestOf(tag: string): Brought
  /** New memes of the people that the reader follows; undefined if not requested. */
  following: Brought | undefined
}

/**
 * The memes related to a liked meme, tag or creator are the same for all readers, so all readers share this cache. After an
 * action, only sources that are not cached are read.
 */
export function createSharedSources(caches: Caches) {
  const sizeOf = ({ ids }: Brought) => EACH_AT_LEAST + ids.length
  const related = caches.open<Brought>({
    name: 'feed-related',
    max: IDS_MAX,
    sizeOf,
    freshMs: RELATED_MS,
    topics: ['memesHidden', 'memesRelated'],
  })
  const newest = caches.open<Brought>({
    name: 'feed-newest',
    max: IDS_MAX,
    sizeOf,
    freshMs: NEWEST_MS,
    topics: ['memesHidden'],
  })
  const memes = caches.open<KnownMeme>({
    name: 'feed-memes',
    max: MEMES_MAX,
    freshMs: MEMES_MS,
    topics: ['memesHidden'],
  })
  const byTag = caches.open<Map<string, Brought>>({
    name: 'feed-newest-by-tag',
    max: 1,
    freshMs: NEWEST_MS,
    topics: ['memesHidden'],
  })
  const memoryOf = (source: Source) => (source === 'creator' ? newest : related)

  return {
    /** @param follower also reads new memes of the people that this member follows */
    async of(db: Db, { liked, tags, creators }: Interests, follower: Follower | null): Promise<Sources> {
      const here = new Map<string, Brought>()
      const isHere = (source: Source, of: string): boolean => {
        const name = nameOf(source, of)
        const brought = memoryOf(source).get(name)
        if (brought) here.set(name, brought)
        return brought !== undefined
      }
      const lacks = (of: string, ...sources: Source[]) => sources.filter((source) => !isHere(source, of)).length > 0
      const asked = {
        memes: liked.map(({ id }) => id).filter((id) => lacks(id, 'taste', 'similar')),
        tags: tags.filter((tag) => lacks(tag, 'best')),
        creators: creators.filter((creator) => lacks(creator, 'creator')),
        follower,
      }
      let following: Brought | undefined
      const latest = tags.length > 0 ? await byTag.fetch(ALL_TAGS, () => findNewestByTag(db)) : undefined
      if (follower !== null || asked.memes.length + asked.tags.length + asked.creators.length > 0) {
        const eras = new Map([related, newest].map((memory) => [memory, memory.era()]))
        for (const { source, of, brought } of await findSources(db, asked)) {
          if (source === 'following') {
            if (follower !== null) following = brought
            continue
          }
          const [name, memory] = [nameOf(source, of), memoryOf(source)]
          here.set(name, brought)
          memory.set(name, brought, eras.get(memory) ?? -1)
        }
      }
      return {
        of: (source, of) => here.get(nameOf(source, of)) ?? NOTHING,
        newestOf: (tag) => latest?.get(tag) ?? NOTHING,
        following,
      }
    },

    /** Returns the live ones of the given memes by id, from the catalog where it has them. */
    async memes(db: Db, catalogue: Catalogue, wanted: { id: string; key: number }[]): Promise<Map<string, KnownMeme>> {
      const known = new Map<string, KnownMeme>()
      const unknown: string[] = []
      for (const { id, key } of wanted) {
        const meme = catalogue.memes[catalogue.positions.get(key) ?? -1] ?? memes.get(id)
        if (meme) known.set(id, meme)
        else unknown.push(id)
      }
      if (unknown.length === 0 || catalogue.isWhole) return known
      const era = memes.era()
      for (const meme of await findKnownMemes(db, unknown)) {
        known.set(meme.id, meme)
        memes.set(meme.id, meme, era)
      }
      return known
    },
  }
}

const ALL_TAGS = ''
const nameOf = (source: Source, of: string) => `${source} ${of}`

export const NOTHING: Brought = { ids: [], keys: new Float64Array(), worths: new Float64Array() }
