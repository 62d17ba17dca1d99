import { expect } from 'vitest'
import type { CallKey } from '#contract/calls.ts'
import { removeMeme } from '#server/domains/moderation/moderate.ts'
import type { TestApp } from './app.ts'
import { buildMember, buildMeme, unique } from './factories.ts'
import { multipart } from './multipart.ts'
import type { Owned, OwnedCase } from './owned-case.ts'
import { album, data, meme, ofGuests } from './owned-content.ts'
import { accessToken, passkey, session } from './owned-sign-ins.ts'
import { poll } from './poll.ts'
import { randomPicture } from './random-picture.ts'

/** A permitted address without a server. */
export const NOWHERE = '127.0.0.1:1'
const WAIT = { withinMs: 30_000, everyMs: 50 }
const because = { reason: 'Because' }

const refused = (build: OwnedCase['build'], more: Partial<OwnedCase> = {}): OwnedCase => ({
  build,
  stranger: 'refused',
  ...more,
})
const own = (build: OwnedCase['build']): OwnedCase => ({ build, stranger: 'own' })

/** A member's relation to another person, with the person's id in the call. */
const toPerson = (did: string, byPerson = false) =>
  own(async (app) => {
    const [owner, person] = [await buildMember(app), await buildMember(app)]
    const [actor, target] = byPerson ? [person, owner] : [owner, person]
    await data(app.call('POST', `/users/${target.user.id}/${did}`, { token: actor.token }))
    return { owner, params: { id: person.user.id } }
  })

const person = async (app: TestApp): Promise<Owned> => {
  const owner = await buildMember(app)
  return { owner, params: { id: owner.user.id } }
}

async function upload(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const { token } = owner
  const form = multipart([
    { name: 'memes', value: JSON.stringify([{ name: 'One', description: '' }]) },
    { name: 'images', value: await randomPicture(unique()), fileName: 'one.png', type: 'image/png' },
  ])
  const { body } = await app.call('POST', '/meme/bulk', { token, ...form })
  const { uploadId } = body
  const isDone = async () =>
    (await app.call('GET', `/meme/bulk/status/${uploadId}`, { token })).body.status === 'completed' || undefined
  await poll(isDone, { ...WAIT, missing: 'the upload is not done' })
  return { owner, params: { uploadId } }
}

/** Any object is sent as the bytes of the declared file. */
async function declared(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const body = { no: 'picture' }
  const files = [{ name: 'One', size: JSON.stringify(body).length }]
  const opened = await app.call('POST', '/meme/bulk', { token: owner.token, body: { files } })
  return { owner, params: { uploadId: opened.body.uploadId, fileId: opened.body.files[0].id }, body }
}

async function dataExport(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const { token } = owner
  const exportId = (await data(app.call('POST', '/users/me/export', { token })))._id
  const isReady = async () =>
    (await data(app.call('GET', '/users/me/export', { token }))).status === 'ready' || undefined
  await poll(isReady, { ...WAIT, missing: 'the copy is not ready' })
  return { owner, params: { exportId } }
}

async function savedSearch(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const { _id: id } = await data(app.call('POST', '/users/me/searches', { token: owner.token, body: { q: 'cat' } }))
  return { owner, params: { id } }
}

async function notification(app: TestApp): Promise<Owned> {
  const [owner, follower] = [await buildMember(app), await buildMember(app)]
  await data(app.call('POST', `/users/${owner.user.id}/follow`, { token: follower.token }))
  const first = async () => (await data(app.call('GET', '/notifications', { token: owner.token })))[0]
  return { owner, body: { until: (await poll(first, { ...WAIT, missing: 'no notification' }))._id } }
}

const target = () => ({ endpoint: `http://${NOWHERE}/send/${unique()}`, p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) })
/** The other member sends the endpoint of the owner's browser, without its keys. */
async function push(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const body = target()
  await data(app.call('PUT', '/notifications/push', { token: owner.token, body: { ...body, auth: 'C'.repeat(22) } }))
  return { owner, body }
}

async function unwanted(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const body = { kind: 'meme', id: (await buildMeme(app)).id }
  await data(app.call('POST', '/feed/not-interested', { token: owner.token, body }))
  return { owner, body }
}

async function viewed(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  const memeId = (await buildMeme(app)).id
  await data(app.call('POST', '/user-action', { token: owner.token, body: { memeId, action: 'view' } }))
  return { owner, params: { memeId } }
}

async function followedTag(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app)
  await data(app.call('POST', '/tags/cats/follow', { token: owner.token }))
  return { owner, params: { tag: 'cats' } }
}

async function appeal(app: TestApp): Promise<Owned> {
  const made = await meme(undefined, (_, id) => removeMeme(app.deps, null, id, 'Spam'))(app)
  return { owner: made.owner, body: { memeId: made.params?.id, text: 'Please look again' } }
}

/** A decision that a moderator has just taken. */
async function decision(app: TestApp): Promise<Owned> {
  const owner = await buildMember(app, { role: 'moderator' })
  const { id } = await buildMeme(app)
  const answer = await app.call('POST', `/moderation/memes/${id}/remove`, { token: owner.token, body: because })
  return { owner, params: { id: answer.body.decisionId } }
}

/** Site objects created by staff, with a call that returns each. */
const ofStaff =
  (role: 'moderator' | 'admin', url: string, made: () => object, body?: object) =>
  async (app: TestApp): Promise<Owned> => {
    const owner = await buildMember(app, { role })
    const id = (await data(app.call('POST', url, { token: owner.token, body: made() })))._id
    return { owner, params: { id }, ...(body ? { body } : {}) }
  }
const invite = ofStaff('moderator', '/admin/invites', () => ({}))
let lastByte = 0
const network = ofStaff('admin', '/admin/networks', () => {
  lastByte += 1
  return { network: `198.51.100.${lastByte}/32` }
})
const gifKey = ofStaff('admin', '/admin/gif-keys', () => ({ name: 'A chat' }))
const webhook = (body?: object) =>
  ofStaff('admin', '/admin/webhooks', () => ({ url: `http://${NOWHERE}/hook`, events: ['meme.created'] }), body)

async function delivery(app: TestApp): Promise<Owned> {
  const made = await webhook()(app)
  const id = String(made.params?.id)
  const { token } = made.owner
  const { status } = await app.call('POST', `/admin/webhooks/${id}/test-event`, { token })
  expect(status).toBeLessThan(300)
  const [sent] = await data(app.call('GET', `/admin/webhooks/${id}/deliveries`, { token }))
  await app.db.updateTable('webhook_deliveries').set({ state: 'failed' }).where('id', '=', sent._id).execute()
  return { ...made, params: { id, deliveryId: sent._id } }
}

const READ = 'everyone may read it; `who-sees-which-meme.api.test.ts` tries memes that not everyone sees'
const NEW = 'the caller adds something of their own about what everyone can see'
const DESK =
  'no member owns the right to it: by role `permissions.api.test.ts`, by actor and target `power.api.test.ts`'
const TEMPLATES = 'templates belong to no member; by role `permissions.api.test.ts`'
const TAGS = 'tags belong to no member; by role `permissions.api.test.ts`'

const PROOF = 'the id is of the passkey that signs the body; others cannot sign with it, `passkeys.api.test.ts`'

/** For every call with an object in its path or body: a builder of the owner's object, or the reason why there is none. */
export const OWNED: Partial<Record<CallKey, OwnedCase | string>> = {
  'POST /auth/passkey': PROOF,
  'POST /auth/second-factor': PROOF,
  'POST /users/me/passkeys': PROOF,
  'PUT /users/me/passkeys/{id}': refused(passkey({ name: 'Key' })),
  'DELETE /users/me/passkeys/{id}': refused(passkey()),
  'DELETE /users/me/sessions/{sessionId}': refused(session),
  'DELETE /users/me/tokens/{id}': refused(accessToken),
  'GET /users/{id}': READ,
  'GET /users/{id}/followers': READ,
  'GET /users/{id}/following': READ,
  'POST /users/{id}/follow': NEW,
  'DELETE /users/{id}/unfollow': toPerson('follow'),
  'DELETE /users/{id}/remove-follower': toPerson('follow', true),
  'POST /users/{id}/block': NEW,
  'DELETE /users/{id}/block': toPerson('block'),
  'POST /users/{id}/mute': NEW,
  'DELETE /users/{id}/mute': toPerson('mute'),
  'POST /notifications/read': own(notification),
  'PUT /notifications/push': own(push),
  'DELETE /notifications/push': own(async (app) => ({ owner: (await push(app)).owner })),
  'POST /meme': NEW,
  'GET /meme/{id}': READ,
  'PATCH /meme/{id}': refused(meme({ name: 'Renamed' })),
  'DELETE /meme/{id}': refused(meme()),
  'POST /meme/{id}/restore': refused(
    meme(undefined, (app, id, { token }) => app.call('DELETE', `/meme/${id}`, { token })),
    { isBrief: true },
  ),
  'GET /meme/user/{id}': READ,
  'POST /user-action': NEW,
  'GET /user/meme/frequent/{id}': refused(person),
  'GET /user/meme/album/{id}': refused(person),
  'DELETE /users/me/history/{memeId}': own(viewed),
  'POST /users/me/searches': NEW,
  'DELETE /users/me/searches/{id}': refused(savedSearch),
  'GET /users/{id}/albums': READ,
  'GET /albums/{id}': refused(album()),
  'PATCH /albums/{id}': refused(album({ name: 'Renamed' })),
  'DELETE /albums/{id}': refused(album()),
  'GET /albums/{id}/memes': refused(album()),
  'PUT /albums/{id}/memes/{memeId}': refused(album(undefined, { inIt: false })),
  'DELETE /albums/{id}/memes/{memeId}': refused(album()),
  'PATCH /albums/{id}/memes/{memeId}': refused(album({ move: 'earlier' })),
  'GET /meme/{id}/words': refused(meme()),
  'GET /meme/{id}/guest-link': refused(ofGuests('meme')),
  'PUT /meme/{id}/guest-link': refused(ofGuests('meme', false)),
  'DELETE /meme/{id}/guest-link': refused(ofGuests('meme')),
  'GET /albums/{id}/guest-link': refused(ofGuests('album')),
  'PUT /albums/{id}/guest-link': refused(ofGuests('album', false)),
  'DELETE /albums/{id}/guest-link': refused(ofGuests('album')),
  'POST /feed/not-interested': NEW,
  'DELETE /feed/not-interested': own(unwanted),
  'GET /tags/{tag}': READ,
  'PUT /moderation/tags/{tag}/alias': TAGS,
  'DELETE /moderation/tags/{tag}/alias': TAGS,
  'POST /tags/{tag}/follow': NEW,
  'DELETE /tags/{tag}/follow': own(followedTag),
  'GET /template/{id}': READ,
  'PATCH /template/{id}': TEMPLATES,
  'GET /template/{id}/picture': READ,
  'PUT /template/{id}/picture': TEMPLATES,
  'POST /template/{id}/render': NEW,
  'GET /template/{id}/memes': READ,
  'POST /template/{id}/split': TEMPLATES,
  'POST /template/{id}/merge': TEMPLATES,
  'GET /emoji/{code}': READ,
  'GET /meme/{id}/remixes': READ,
  'GET /meme/{id}/caption-boxes': READ,
  'PUT /meme/bulk/{uploadId}/files/{fileId}': refused(declared),
  'DELETE /meme/bulk/{uploadId}/files/{fileId}': refused(declared),
  'GET /meme/bulk/status/{uploadId}': refused(upload),
  'GET /meme/bulk/progress/{uploadId}': refused(upload),
  'POST /meme/{id}/report': NEW,
  'POST /meme/{id}/wrong-words': NEW,
  'POST /moderation/words/{id}/dismiss': DESK,
  'PUT /moderation/known-templates/{id}': DESK,
  'DELETE /moderation/known-templates/{id}': DESK,
  'POST /moderation/known-templates/{id}/restore': DESK,
  'POST /moderation/memes/{id}/approve': DESK,
  'POST /moderation/memes/{id}/remove': DESK,
  'POST /moderation/memes/{id}/sensitive': DESK,
  'POST /moderation/memes/{id}/words': DESK,
  'POST /moderation/memes/{id}/restore': DESK,
  'POST /moderation/reports/{id}/dismiss': DESK,
  'POST /moderation/users/{id}/suspend': DESK,
  'POST /moderation/users/{id}/unsuspend': DESK,
  'POST /moderation/decisions/{id}/undo': refused(decision, {
    strangerRole: 'moderator',
    refusedWith: 409,
    isBrief: true,
  }),
  'GET /moderation/appeals/{id}/picture': DESK,
  'POST /moderation/appeals/{id}/accept': DESK,
  'POST /moderation/appeals/{id}/reject': DESK,
  'POST /appeals': refused(appeal, { refusedWith: 409 }),
  'POST /admin/people/{id}/reset-link': DESK,
  'PUT /admin/people/{id}/role': DESK,
  'PUT /admin/people/{id}/quota': DESK,
  'POST /admin/people/{id}/delete': DESK,
  'DELETE /admin/invites/{id}': refused(invite),
  'DELETE /admin/networks/{id}': refused(network),
  'DELETE /admin/gif-keys/{id}': refused(gifKey),
  'PATCH /admin/webhooks/{id}': refused(webhook({ enabled: false })),
  'DELETE /admin/webhooks/{id}': refused(webhook()),
  'POST /admin/webhooks/{id}/rotate-secret': refused(webhook()),
  'POST /admin/webhooks/{id}/test-event': refused(webhook()),
  'GET /admin/webhooks/{id}/deliveries': refused(webhook()),
  'POST /admin/webhooks/{id}/deliveries/{deliveryId}/redeliver': refused(delivery),
  'GET /users/me/export/{exportId}/file': refused(dataExport),
}
