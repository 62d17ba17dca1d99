import { Meme } from '#contract/memes/memes.ts'
import type { Caches } from '#server/platform/cache/caches.ts'
import type { Db } from '#server/platform/db/db.ts'
import { type Viewer, visitorIn } from '#server/platform/viewer.ts'
import { type CardVersion, cardsWithVersions, findCardVersions, type MemeCounts, type ViewerMarks } from './cards.ts'
import { type CardRow, presentMeme } from './present.ts'

/** Maximum number of cached cards, of some 1.5 kB each; more than the feeds' shared candidates. */
const KEPT_MAX = 4000
const KEPT_MS = 3_600_000

/** The part of a card that is the same for every viewer, without its counts. */
interface Kept {
  /** Version of all rows that the card is made of. */
  version: string
  meme: TextCard['meme']
  /** Its JSON, validated against the contract, without the closing brace so that fields can follow. */
  head: string
}

/** A meme as JSON for one viewer. */
export interface TextCard {
  meme: Pick<Meme, '_id' | 'userId'>
  /** Version of all rows that the card is made of. */
  version: string
  counts: Pick<Meme, 'viewCount' | 'likeCount' | 'copyCount' | 'dislikeCount'>
  /** The contract's meme in JSON, with additional fields for lists that have them. */
  json(more?: object): string
}

export type KeptCards = ReturnType<typeof createKeptCards>

/**
 * Caches the cards of memes as text. It builds the viewer-independent part once and reuses it while the database reports the same
 * row versions. It reads access, counts and the viewer's state each time.
 */
export function createKeptCards(caches: Caches) {
  const kept = caches.open<Kept>({ name: 'cards', max: KEPT_MAX, freshMs: KEPT_MS, topics: ['memesHidden'] })

  async function make(db: Db, viewer: Viewer, ids: readonly string[]): Promise<[string, TextCard][]> {
    const era = kept.era()
    const rows = await cardsWithVersions(db, viewer, ids)
    return rows.map((row) => {
      const made = keep(row)
      kept.set(row.id, made, era)
      return [row.id, textCard(made, row, viewer)]
    })
  }

  /** @param unknown ids without a cached card, which `versions` does not cover */
  async function find(
    db: Db,
    viewer: Viewer,
    ids: readonly string[],
    versions: CardVersion[],
    unknown: readonly string[],
  ): Promise<TextCard[]> {
    const cards = new Map<string, TextCard>()
    const missing = [...unknown]
    for (const { id, version, ...said } of versions) {
      const one = kept.get(id)
      if (one?.version === version) cards.set(id, textCard(one, said, viewer))
      else missing.push(id)
    }
    if (missing.length > 0) for (const [id, card] of await make(db, viewer, missing)) cards.set(id, card)
    return ids.flatMap((id) => cards.get(id) ?? [])
  }

  return {
    /** Returns the cards of the memes that the viewer may see, in the order of `ids`; the same content as `memeCards`. */
    async of(db: Db, viewer: Viewer, ids: readonly string[]): Promise<TextCard[]> {
      const known = ids.filter((id) => kept.get(id))
      const unknown = ids.filter((id) => !kept.get(id))
      return find(db, viewer, ids, known.length > 0 ? await findCardVersions(db, viewer, known) : [], unknown)
    },
    /** Returns the cards of memes that the viewer may see, from versions that the caller has just read. */
    ofVersions: (db: Db, viewer: Viewer, versions: CardVersion[]): Promise<TextCard[]> =>
      find(
        db,
        viewer,
        versions.map(({ id }) => id),
        versions,
        [],
      ),
  }
}

const NOBODY = visitorIn('en')

function keep(row: CardRow & { version: string }): Kept {
  const card = Meme.parse(presentMeme(row, NOBODY))
  const { viewCount: _, likeCount: __, copyCount: ___, dislikeCount: ____, stats: _____, ...rest } = card
  const { _id, userId } = card
  return {
    version: row.version,
    meme: { _id, userId },
    head: JSON.stringify(rest).slice(0, -1),
  }
}

function textCard(
  { version, meme, head }: Kept,
  { view_count, like_count, copy_count, dislike_count, ...marks }: MemeCounts & ViewerMarks,
  viewer: Viewer,
): TextCard {
  const counts = { viewCount: view_count, likeCount: like_count, copyCount: copy_count, dislikeCount: dislike_count }
  return {
    version,
    meme,
    counts,
    json(more) {
      const said = JSON.stringify(counts)
      const own =
        viewer.kind === 'member'
          ? `,"viewer":{"isLiked":${marks.reaction === 'like'},"isDisliked":${marks.reaction === 'dislike'},"isInAlbum":${marks.in_album === true},"isFollowingCreator":${marks.following_creator === true},"isOwner":${meme.userId === viewer.userId}}`
          : ''
      return `${head},${said.slice(1, -1)},"stats":${said}${own}${more ? `,${JSON.stringify(more).slice(1)}` : '}'}`
    },
  }
}
