import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import { filtersOf } from '#server/platform/viewer.ts'
import type { Audience } from '../candidate-queries.ts'
import { findEvidence } from '../evidence-queries.ts'
import { withFollowedTags } from '../followed-tags.ts'
import type { Candidate } from '../rules.ts'
import { type Interests, interestsOf, learnTaste, type Taste } from '../taste.ts'
import type { FeedCatalog } from './catalog.ts'
import { choosePersonal } from './choose-personal.ts'
import { type KnownMeme, keyOf } from './known-meme.ts'
import { createSharedSources, findMemes } from './sources.ts'
import type { ViewerState } from './viewer-state-queries.ts'

/** Maximum followed tags to generate candidates from, most recently followed first. Ranking uses all of them. */
const FOLLOWED_TAGS_MAX = 10
/** TTL of a viewer without new actions, so that new memes of followed people appear. */
const READER_TTL_MS = 60_000
/** Cache size for all viewers together, in memes, and the minimum charged per viewer. */
const CACHED_MEMES_MAX = 40_000
const EACH_AT_LEAST = 100

/** A meme from one of the viewer's own sources. */
export interface PersonalMeme extends Pick<Candidate, 'taste' | 'alike' | 'isFollowed'> {
  meme: KnownMeme
}

/** A viewer's taste and interests, valid until their next action. */
export interface Profile {
  taste: Taste
  interests: Interests
  /** Memes that the viewer acted on or skipped. */
  acted: string[]
  actedKeys: Float64Array
  /** Candidates from the viewer's own sources; undefined until a page needs them. */
  personal: PersonalMeme[] | undefined
}

interface Known {
  version: string
  profile: Profile
}

export type Profiles = ReturnType<typeof createProfiles>

/** Caches the taste and interests of active members. Each page compares the cached version with the database's. */
export function createProfiles(caches: Caches) {
  const sources = createSharedSources(caches)
  const known = caches.open<Known>({
    name: 'feed-viewers',
    max: CACHED_MEMES_MAX,
    freshMs: READER_TTL_MS,
    topics: ['memeVisibilityChanged'],
    sizeOf: ({ profile }) => EACH_AT_LEAST + (profile.personal?.length ?? 0),
  })

  async function findPersonal(
    db: Db,
    audience: Audience,
    profile: Profile,
    state: ViewerState,
    catalog: FeedCatalog,
  ): Promise<PersonalMeme[]> {
    const { userId, viewer } = audience
    const hidesSensitive = filtersOf(viewer).sensitiveContent === 'hide'
    const follower = userId === null || state.follows === '' ? null : { userId, hidesSensitive }
    const fromSources = await sources.of(db, profile.interests, follower)
    const actedKeys = new Set(profile.actedKeys)
    const isPast = (key: number) => state.past.has(key) || actedKeys.has(key)
    const chosen = choosePersonal(profile.interests, fromSources, fromSources.following, isPast)
    const memes = await findMemes(db, catalog, chosen)
    return chosen.flatMap(({ id, taste, alike, isFollowed }) => {
      const meme = memes.get(id)
      return meme ? [{ meme, taste, alike, isFollowed }] : []
    })
  }

  return {
    /** Returns the viewer of a page, learned from their actions unless cached. */
    async get(db: Db, audience: Audience, state: ViewerState): Promise<Profile> {
      const { userId } = audience
      if (userId === null) return state.version === '' ? UNKNOWN : learn(db, audience, state)
      const held = known.get(userId)
      if (held?.version === state.version) return held.profile
      const era = known.era()
      const profile = await learn(db, audience, state)
      known.set(userId, { version: state.version, profile }, era)
      return profile
    },

    /** Returns the candidates from the viewer's own sources, chosen again once over half of them have been seen. */
    async personalOf(
      db: Db,
      audience: Audience,
      profile: Profile,
      state: ViewerState,
      catalog: FeedCatalog,
    ): Promise<PersonalMeme[]> {
      if (profile === UNKNOWN) return []
      if (profile.personal && !isHalfSeen(profile.personal, state)) return profile.personal
      const era = known.era()
      profile.personal = await findPersonal(db, audience, profile, state, catalog)
      const { userId } = audience
      const held = userId === null ? undefined : known.get(userId)
      if (userId !== null && held?.profile === profile) known.set(userId, held, era)
      return profile.personal
    },
  }
}

function isHalfSeen(personal: PersonalMeme[], { past }: ViewerState): boolean {
  let seen = 0
  for (const { meme } of personal) if (past.has(meme.key)) seen += 1
  return seen > personal.length / 2
}

async function learn(db: Db, audience: Audience, { followedTags }: ViewerState): Promise<Profile> {
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
const UNKNOWN: Profile = {
  taste: learnTaste([]),
  interests: { liked: [], creators: [], tags: [] },
  acted: [],
  actedKeys: new Float64Array(),
  personal: [],
}
