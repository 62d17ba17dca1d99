import { startSession } from '#server/domains/auth/sessions/start-session.ts'
import type { TestApp } from './app.ts'
import { softAuthenticator } from './authenticator.ts'
import { buildMember } from './factories.ts'
import type { Owned } from './owned-case.ts'
import { data } from './owned-content.ts'

/** A passkey of a member, with the body of the call. */
export const passkey =
  (body?: object) =>
  async (app: TestApp): Promise<Owned> => {
    const owner = await buildMember(app)
    const { token } = owner
    const { origin, hostname } = new URL(app.deps.config.publicUrl)
    const asked = await data(app.call('POST', '/users/me/passkeys/options', { token }))
    const credential = softAuthenticator({ origin, rpId: hostname }, asked.user.id).create(asked)
    const made = await data(app.call('POST', '/users/me/passkeys', { token, body: { name: 'Phone', credential } }))
    return { owner, params: { id: made._id }, ...(body ? { body } : {}) }
  }

export async function session(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const viewer = { kind: 'visitor', language: 'en', address: '127.0.0.1', userAgent: 'another' } as const
  await startSession(app.deps, viewer, owner.user)
  const sessions = await data(app.call('GET', '/users/me/sessions', { token: owner.token }))
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  return { owner, params: { sessionId: other._id } }
}

export async function accessToken(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const body = { name: 'Script', scopes: ['read'] }
  return { owner, params: { id: (await data(app.call('POST', '/users/me/tokens', { token: owner.token, body })))._id } }
}
