import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import { filtersOf } from '#server/platform/viewer.ts'
import type { Audience } from '../candidate-queries.ts'
import { withFollowedTags } from '../followed-tags.ts'
import { findEvidence } from '../reader-queries.ts'
import type { Candidate } from '../rules.ts'
import { type Interests, interestsOf, learnTaste, type Taste } from '../taste.ts'
import type { Catalogue } from './catalogue.ts'
import { choosePersonal } from './choose-personal.ts'
import { type KnownMeme, keyOf } from './known-meme.ts'
import type { ReaderState } from './reader-state-queries.ts'
import { createSharedSources, findMemes } from './sources.ts'

/** Maximum followed tags to generate candidates from, most recently followed first. Ranking uses all of them. */
const FOLLOWED_TAGS_MAX = 10
/** TTL of a reader without new actions, so that new memes of followed people appear. */
const READER_TTL_MS = 60_000
/** Cache size for all readers together, in memes, and the minimum charged per reader. */
const CACHED_MEMES_MAX = 40_000
const EACH_AT_LEAST = 100

/** A meme from one of the reader's own sources. */
export interface PersonalMeme extends Pick<Candidate, 'taste' | 'alike' | 'isFollowed'> {
  meme: KnownMeme
}

/** A reader's taste and interests, valid until their next action. */
export interface Reader {
  taste: Taste
  interests: Interests
  /** Memes that the reader acted on or skipped. */
  acted: string[]
  actedKeys: Float64Array
  /** Candidates from the reader's own sources; undefined until a page needs them. */
  personal: PersonalMeme[] | undefined
}

interface Known {
  version: string
  reader: Reader
}

export type Readers = ReturnType<typeof createReaders>

/** Caches the taste and interests of active members. Each page compares the cached version with the database's. */
export function createReaders(caches: Caches) {
  const sources = createSharedSources(caches)
  const known = caches.open<Known>({
    name: 'feed-readers',
    max: CACHED_MEMES_MAX,
    freshMs: READER_TTL_MS,
    topics: ['memesHidden'],
    sizeOf: ({ reader }) => EACH_AT_LEAST + (reader.personal?.length ?? 0),
  })

  async function findPersonal(
    db: Db,
    audience: Audience,
    reader: Reader,
    state: ReaderState,
    catalogue: Catalogue,
  ): Promise<PersonalMeme[]> {
    const { userId, viewer } = audience
    const hidesSensitive = filtersOf(viewer).sensitiveContent === 'hide'
    const follower = userId === null || state.follows === '' ? null : { userId, hidesSensitive }
    const fromSources = await sources.of(db, reader.interests, follower)
    const actedKeys = new Set(reader.actedKeys)
    const isPast = (key: number) => state.past.has(key) || actedKeys.has(key)
    const chosen = choosePersonal(reader.interests, fromSources, fromSources.following, isPast)
    const memes = await findMemes(db, catalogue, chosen)
    return chosen.flatMap(({ id, taste, alike, isFollowed }) => {
      const meme = memes.get(id)
      return meme ? [{ meme, taste, alike, isFollowed }] : []
    })
  }

  return {
    /** Returns the reader of a page, learned from their actions unless cached. */
    async know(db: Db, audience: Audience, state: ReaderState): Promise<Reader> {
      const { userId } = audience
      if (userId === null) return state.version === '' ? UNKNOWN : learn(db, audience, state)
      const held = known.get(userId)
      if (held?.version === state.version) return held.reader
      const era = known.era()
      const reader = await learn(db, audience, state)
      known.set(userId, { version: state.version, reader }, era)
      return reader
    },

    /** Returns the candidates from the reader's own sources, chosen again once over half of them have been seen. */
    async personalOf(
      db: Db,
      audience: Audience,
      reader: Reader,
      state: ReaderState,
      catalogue: Catalogue,
    ): Promise<PersonalMeme[]> {
      if (reader === UNKNOWN) return []
      if (reader.personal && !isHalfSeen(reader.personal, state)) return reader.personal
      const era = known.era()
      reader.personal = await findPersonal(db, audience, reader, state, catalogue)
      const { userId } = audience
      const held = userId === null ? undefined : known.get(userId)
      if (userId !== null && held?.reader === reader) known.set(userId, held, era)
      return reader.personal
    },
  }
}

function isHalfSeen(personal: PersonalMeme[], { past }: ReaderState): boolean {
  let seen = 0
  for (const { meme } of personal) if (past.has(meme.key)) seen += 1
  return seen > personal.length / 2
}

async function learn(db: Db, audience: Audience, { followedTags }: ReaderState): Promise<Reader> {
  const evidence = await findEvidence(db, audience)
  const learned = learnTaste(evidence)
  const interests = interestsOf(evidence, learned)
  const acted = evidence.map((piece) => piece.memeId)
  return {
    taste: withFollowedTags(learned, followedTags),
    interests: {
      ...interests,
      tags: [...new Set([...interests.tags, ...followedTags.slice(0, FOLLOWED_TAGS_MAX)])],
    },
    acted,
    actedKeys: Float64Array.from(acted, keyOf),
    personal: undefined,
  }
}

/** A visitor who has not acted in this visit. */
const UNKNOWN: Reader = {
  taste: learnTaste([]),
  interests: { liked: [], creators: [], tags: [] },
  acted: [],
  actedKeys: new Float64Array(),
  personal: [],
}
