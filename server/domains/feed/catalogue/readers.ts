import type { Db } from '#server/db/db.ts'
import { type Audience, findPersonal, type PersonalMeme } from '../candidate-queries.ts'
import { withFollowedTags } from '../followed-tags.ts'
import { findEvidence } from '../reader-queries.ts'
import { type Interests, interestsOf, learnTaste, type Taste } from '../taste.ts'
import { keyOf } from './known-meme.ts'
import type { ReaderState } from './reader-state-queries.ts'

/** Followed tags that a page looks for, the latest first; all of them count in its ranking. */
const FOLLOWED_TAGS_MAX = 10
/** How long what is known of a reader who does nothing is used: new memes of whom they follow come in. */
const KEPT_MS = 60_000
/** Memes kept for all readers together, and at least for each. */
const KEPT_MEMES_MAX = 40_000
const EACH_AT_LEAST = 100

/** What is known of a reader, until their next action. */
export interface Reader {
  taste: Taste
  interests: Interests
  /** Memes that they acted on or passed over. */
  acted: string[]
  met: Float64Array
  /** What their own sources brought; undefined until a page needs it. */
  personal: PersonalMeme[] | undefined
}

interface Kept {
  version: string
  until: number
  reader: Reader
}

export type Readers = ReturnType<typeof createReaders>

/** Keeps what was learnt of the members who read at present; each page compares its version with the database's. */
export function createReaders(keptMs = KEPT_MS) {
  const kept = new Map<string, Kept>()
  let size = 0

  const sizeOf = ({ reader }: Kept) => EACH_AT_LEAST + (reader.personal?.length ?? 0)
  function drop(userId: string): void {
    const old = kept.get(userId)
    if (!old) return
    kept.delete(userId)
    size -= sizeOf(old)
  }
  function keep(userId: string, entry: Kept): void {
    drop(userId)
    kept.set(userId, entry)
    size += sizeOf(entry)
    for (const oldest of kept.keys()) {
      if (size <= KEPT_MEMES_MAX) break
      drop(oldest)
    }
  }

  return {
    /** What is known of who asks for a page. */
    async know(db: Db, audience: Audience, state: ReaderState): Promise<Reader> {
      const { userId } = audience
      if (userId === null) return state.version === '' ? UNKNOWN : learn(db, audience, state)
      const known = kept.get(userId)
      if (known && known.version === state.version && known.until > Date.now()) return known.reader
      const reader = await learn(db, audience, state)
      if (keptMs > 0) keep(userId, { version: state.version, until: Date.now() + keptMs, reader })
      return reader
    },

    /** What the reader's own sources bring; asked again once half of it is seen. */
    async personalOf(db: Db, audience: Audience, reader: Reader, state: ReaderState): Promise<PersonalMeme[]> {
      if (reader === UNKNOWN) return []
      if (reader.personal && !isHalfSeen(reader.personal, state)) return reader.personal
      const found = await findPersonal(db, audience, { ...reader.interests, acted: reader.acted })
      const { userId } = audience
      const known = userId === null ? undefined : kept.get(userId)
      if (userId === null || known?.reader !== reader) reader.personal = found
      else {
        drop(userId)
        reader.personal = found
        keep(userId, known)
      }
      return found
    },

    forget(): void {
      kept.clear()
      size = 0
    },
  }
}

function isHalfSeen(personal: PersonalMeme[], { shown, seen }: ReaderState): boolean {
  if (personal.length === 0) return false
  const past = new Set([...shown, ...seen])
  const left = personal.filter(({ meme }) => !past.has(meme.key))
  return left.length < personal.length / 2
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
    met: Float64Array.from(acted, keyOf),
    personal: undefined,
  }
}

/** A visitor who has done nothing in this visit. */
const UNKNOWN: Reader = {
  taste: learnTaste([]),
  interests: { liked: [], creators: [], tags: [] },
  acted: [],
  met: new Float64Array(),
  personal: [],
}
