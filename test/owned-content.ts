import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { type BuiltMember, buildMember, buildMeme } from './factories.ts'
import type { Owned } from './owned-case.ts'

// Memes and albums with an owner, for requests by others.

export async function data(answer: ReturnType<TestApp['call']>) {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.data
}

export const meme =
  (body?: object, prepare?: (app: TestApp, id: string, owner: BuiltMember) => Promise<unknown>) =>
  async (app: TestApp): Promise<Owned> => {
    const owner = await buildMember(app)
    const { id } = await buildMeme(app, { user: owner.user })
    await prepare?.(app, id, owner)
    return { owner, params: { id }, ...(body ? { body } : {}) }
  }

/** A private album with one meme in it; `memeId` is another, or the first of two. */
export const album =
  (body?: object, { inIt = true } = {}) =>
  async (app: TestApp): Promise<Owned> => {
    const owner = await buildMember(app)
    const { token } = owner
    const id = (await data(app.call('POST', '/albums', { token, body: { name: 'Mine' } })))._id
    const [first, second] = [await buildMeme(app), await buildMeme(app)]
    for (const one of inIt ? [first, second] : [second])
      await data(app.call('PUT', `/albums/${id}/memes/${one.id}`, { token }))
    return { owner, params: { id, memeId: first.id }, ...(body ? { body } : {}) }
  }

/** A meme or a public album with a guest link, or without one. */
export const ofGuests =
  (kind: 'meme' | 'album', hasLink = true) =>
  async (app: TestApp): Promise<Owned> => {
    const made = await (kind === 'meme' ? meme() : album())(app)
    const { token } = made.owner
    const url = `/${kind === 'meme' ? 'meme' : 'albums'}/${made.params?.id}`
    if (kind === 'album') await data(app.call('PATCH', url, { token, body: { visibility: 'public' } }))
    if (hasLink) await data(app.call('PUT', `${url}/guest-link`, { token }))
    return made
  }
