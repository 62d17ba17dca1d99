/** States of one meme, or preferences of its reader; each is applied to the same meme in turn. */
export const STATES = [
  'plain',
  'sensitive',
  'sensitive, and the reader hides such',
  'its creator muted',
  'its creator blocked',
  'its creator blocked the reader',
  'not interested in',
  'its creator suspended',
  'in review',
  'removed',
  'deleted',
] as const
export type State = (typeof STATES)[number]

/** Ways to encounter a meme. */
export const PLACES = {
  featured: 'shown unrequested, or by clients that cannot blur: trending, feeds, sitemaps, share pictures, chats',
  feed: 'chosen for a reader: the feed, lists by time, the memes of a template',
  offered: 'found: search, suggestions, similar memes, tags, albums of others, remixes',
  template: 'the face, words and tags of a template, for which another meme could be used',
  notified: 'notifications, push notifications and emails about memes of others',
  person: 'the page of its creator',
  opened: 'by its own address: its page, its preview elsewhere, an event to a webhook',
  mine: 'lists that a reader made: likes and uses, history, own albums, the export',
  own: 'its creator’s own list',
  desk: 'the moderation desk',
} as const
export type Place = keyof typeof PLACES

/**
 * `covered`: named, but its picture appears only together with `sensitive`, so that the client blurs it. `none`: the combination
 * cannot occur.
 */
export type Seen = 'shown' | 'covered' | 'hidden' | 'none'

const COLUMNS = [
  'featured',
  'feed',
  'offered',
  'template',
  'notified',
  'person',
  'opened',
  'mine',
  'own',
  'desk',
] as const

const row = (...cells: Seen[]) =>
  Object.fromEntries(COLUMNS.map((scope, at) => [scope, cells[at] ?? 'none'])) as Record<Place, Seen>
const [S, C, H, N] = ['shown', 'covered', 'hidden', 'none'] as const

/** Visibility of a meme by state and place; docs/security.md has the same table. */
// biome-ignore format: a table
export const TABLE: Record<State, Record<Place, Seen>> = {
  //                                  featured feed offered template notified person opened mine own desk
  plain:                                  row(S, S, S, S, S, S, S, S, S, S),
  sensitive:                              row(H, C, C, H, C, C, C, C, C, C),
  'sensitive, and the reader hides such': row(H, H, H, H, H, H, C, C, N, N),
  'its creator muted':                    row(H, H, H, H, H, S, S, S, N, N),
  'its creator blocked':                  row(H, H, H, H, H, H, H, H, N, N),
  'its creator blocked the reader':       row(H, H, H, H, H, H, H, H, N, N),
  'not interested in':                    row(S, H, S, H, S, S, S, S, N, N),
  'its creator suspended':                row(H, H, H, H, H, H, H, H, H, S),
  'in review':                            row(H, H, H, H, H, H, H, H, S, S),
  removed:                                row(H, H, H, H, H, H, H, H, S, S),
  deleted:                                row(H, H, H, H, H, H, H, H, H, H),
}

/** States specific to the reader; they do not affect visitors without an account. */
export const OF_READER: ReadonlySet<State> = new Set<State>([
  'sensitive, and the reader hides such',
  'its creator muted',
  'its creator blocked',
  'its creator blocked the reader',
  'not interested in',
])
