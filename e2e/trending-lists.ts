import type { Page } from '@playwright/test'
import type { Meme } from '#contract/memes/memes.ts'
import { withoutEmbeddedResponses } from './embedded-responses.ts'

const analytics = {
  followersGained: 3,
  totalFollowers: 12,
  memesPosted: 3,
  totalMemes: 12,
  likesReceived: 3,
  totalLikes: 12,
  copiesReceived: 3,
  totalCopies: 12,
  viewsReceived: 3,
  totalViews: 12,
}

/** Answers both trending lists with these memes and as many people; their entries have no id, rank or relation to the reader. */
export async function answerTrending(page: Page, memes: readonly Meme[]): Promise<void> {
  const entries = memes.map((meme, index) => ({
    rank: index + 1,
    meme,
    likeCount: 3,
    copyCount: 2,
    viewCount: 9,
    score: 1,
  }))
  const people = memes.map((_, index) => ({
    username: `person.${index + 1}`,
    displayName: `Person ${index + 1}`,
    bio: index % 2 ? 'Draws slowly, laughs fast.' : '',
    avatarUrl: null,
    analytics,
  }))
  await withoutEmbeddedResponses(page)
  await page.route('**/api/trending-memes*', (route) =>
    route.fulfill({ json: { success: true, data: entries, hasNext: false, nextCursor: null } }),
  )
  await page.route('**/api/users/trending*', (route) =>
    route.fulfill({ json: { success: true, data: people, page: 1, limit: 20, total: people.length, hasNext: false } }),
  )
}
