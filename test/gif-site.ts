import { expect } from 'vitest'
import type { MemeRow } from '#server/domains/memes/queries.ts'
import { createTestApp, type TestApp } from './app.ts'
import { type BuiltMember, buildMember, buildMeme } from './factories.ts'
import { randomPicture } from './random-picture.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of three APIs
export type GifBody = any

export interface GifSite {
  app: TestApp
  admin: BuiltMember
  member: BuiltMember
  /** A meme of the member. */
  otter: MemeRow
  /** Adds a meme of the member. */
  build(name: string, overrides?: object): Promise<MemeRow>
  /** Changes settings of the site. */
  set(body: object): Promise<void>
  ask(
    url: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer; body: GifBody }>
}

/** An application for tests of the GIF provider, which is off until a test turns it on. */
export async function createGifSite(...options: Parameters<typeof createTestApp>): Promise<GifSite> {
  const app = await createTestApp(...options)
  const admin = await buildMember(app, { role: 'admin' })
  const member = await buildMember(app)
  const build = async (name: string, overrides: object = {}) =>
    buildMeme(app, { user: member.user, name, ...overrides })
  const bytes = await randomPicture('otter', { width: 600, height: 400 })
  const otter = await build('Otter on Monday #otters', { altText: 'An otter in bed', bytes })
  return {
    app,
    admin,
    member,
    otter,
    build,
    async set(body) {
      expect((await app.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
    },
    async ask(url, headers = {}) {
      const answer = await app.app.inject({ url, headers })
      const body = answer.body.startsWith('{') ? JSON.parse(answer.body) : answer.body
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, body }
    },
  }
}
