import type { Meme } from '#contract/memes/memes.ts'
import type { TrendingMeme, TrendingUser } from '#contract/memes/trending.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { RankedMeme } from '../memes/lists/sources/trending.ts'
import type { ShownPerson } from '../users/lists/list-people.ts'
import { presentName, presentRelation } from '../users/lists/present-person.ts'
import type { TrendingGains } from './queries.ts'

/** Caps a gain at the total, which may have dropped since the list was made. */
export function gainsOf(
  row: RankedMeme,
  total: Pick<Meme, 'likeCount' | 'copyCount' | 'viewCount'>,
): Omit<TrendingMeme, 'meme'> {
  return {
    rank: row.rank,
    likeCount: Math.min(row.likes, total.likeCount),
    copyCount: Math.min(row.copies, total.copyCount),
    viewCount: Math.min(row.views, total.viewCount),
    score: row.score,
  }
}

export function presentTrendingUser(person: ShownPerson & TrendingGains, rank: number, viewer: Viewer): TrendingUser {
  const relation = presentRelation(person, viewer)
  const { totals } = person
  return {
    ...presentName(person),
    bio: person.bio,
    rank,
    analytics: {
      followersGained: Math.min(person.followers, person.followers_count),
      totalFollowers: person.followers_count,
      memesPosted: Math.min(person.memes, person.memes_count),
      totalMemes: person.memes_count,
      likesReceived: Math.min(person.likes, totals.likes),
      totalLikes: totals.likes,
      copiesReceived: Math.min(person.copies, totals.copies),
      totalCopies: totals.copies,
      viewsReceived: Math.min(person.views, totals.views),
      totalViews: totals.views,
    },
    ...(relation && { viewer: relation }),
  }
}
