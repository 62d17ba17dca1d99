import { expect } from 'vitest'
import type { ActionName } from '#contract/memes/actions.ts'
import { createTestApp } from './app.ts'
import { type BuiltMember, buildMember, buildMeme } from './factories.ts'

const DAY_MS = 86_400_000
const CREATORS = 8
/** Memes per creator. */
export const MEMES_EACH = 8

export interface Shown {
  _id: string
  userId: string
  reason: string
}

export const idsOf = (shown: Shown[]) => shown.map((meme) => meme._id)

/** A site with eight creators of eight old memes each, and functions for members and visitors to use its feed. */
export async function createFeedLibrary() {
  const app = await createTestApp()
  const creators: BuiltMember[] = []
  for (let creator = 0; creator < CREATORS; creator += 1) creators.push(await buildMember(app))
  const memes: Awaited<ReturnType<typeof buildMeme>>[] = []
  for (let index = 0; index < MEMES_EACH; index += 1)
    for (const { user } of creators)
      memes.push(await buildMeme(app, { user, createdAt: new Date(Date.now() - (60 + memes.length) * DAY_MS) }))
  return {
    app,
    creators,
    memes,
    /** The memes of one creator, by index. */
    of: (creator: number) => memes.filter((meme) => meme.user_id === creators[creator]?.user.id),
    async feed(options: { token?: string; cursor?: string | null; limit?: number; agent?: string } = {}) {
      const cursor = options.cursor ? `&cursor=${encodeURIComponent(options.cursor)}` : ''
      const answer = await app.call('GET', `/recommendation-feed?limit=${options.limit ?? 10}${cursor}`, {
        ...(options.token ? { token: options.token } : {}),
        headers: { 'user-agent': options.agent ?? 'reader' },
      })
      expect(answer.status).toBe(200)
      return { shown: answer.body.data.recommendations as Shown[], next: answer.body.nextCursor as string | null }
    },
    act: (memeId: string, action: ActionName, options: { token?: string; agent?: string } = {}) =>
      app.call('POST', '/user-action', {
        ...(options.token ? { token: options.token } : {}),
        headers: { 'user-agent': options.agent ?? 'reader' },
        body: { memeId, action, active: true },
      }),
    see: (token: string, memeIds: string[]) =>
      app.call('POST', '/user-action', { token, body: { action: 'seen', memeIds } }),
  }
}
