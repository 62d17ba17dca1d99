// The content of the screenshots in addition to the demo: a member with memes, an album, likes and followers.
import { setTimeout as sleep } from 'node:timers/promises'

/** @typedef {{ url: string, dataDir: string }} App */
/** @typedef {{ user: any, token: string }} Member */
/** @typedef {{ name: string, mimeType: string, buffer: Buffer }} Picture */

const OWNER = {
  username: 'linh.ve.meme',
  displayName: 'Linh vẽ meme',
  bio: 'Vẽ chậm, cười nhanh. Tea, trains, tiny jokes.',
}
/** User agents for the list of devices. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const FOLLOWERS = ['phuong.uyen', 'old.bean', 'minhkhoa']
const LIKED = 14
const FOLLOWED = 5
const ALBUM = { name: 'Cats & deadlines', visibility: 'public' }
const IN_ALBUM = 8
const ADMIN = 'site.keeper'
const [TOO_BUSY, TRIES, BUSY_MS] = [503, 10, 3000]
const REPORTED = [
  { reason: 'spam', note: 'The same picture was posted three times today.' },
  { reason: 'copyright', note: 'Bức này là của mình vẽ.' },
  { reason: 'other', note: '' },
]

/** Pictures of the demo that the member uploads again under other names. */
const OWN_MEMES = [
  { picture: 'the-nap-card.webp', name: 'Monday again', description: 'It was here last week, too. #work' },
  { picture: 'an-gi-chua.webp', name: 'Trà sữa về rồi', description: 'Ai gọi size L đó? #anuong' },
  { picture: 'soup-understands.webp', name: 'Lunch understands', description: '' },
]

/** Pictures that a moderator removes; the member appeals against the second. */
const REMOVED_MEMES = [
  { picture: 'the-nap-card.webp', name: 'Too sleepy' },
  { picture: 'soup-understands.webp', name: 'Too hungry' },
]
const REMOVAL = { reason: 'The same picture is here already.' }

/**
 * @param {App} app
 * @param {string} path
 * @param {unknown} body
 * @param {string} [token]
 * @param {string} [method]
 */
async function send(app, path, body, token, method = 'POST') {
  const headers = { 'user-agent': BROWSER, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const isForm = body instanceof FormData
  const ask = () =>
    fetch(`${app.url}/api${path}`, {
      method,
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    })
  let answer = await ask()
  for (let tries = 1; answer.status === TOO_BUSY && tries < TRIES; tries += 1) {
    await sleep(BUSY_MS)
    answer = await ask()
  }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return /** @type {Promise<any>} */ (answer.json())
}

/** @param {App} app @param {string} username @returns {Promise<Member>} */
async function signUpAs(app, username) {
  // Imported lazily: packages may not be installed yet.
  const { signUp } = await import('../../../test/sign-up.ts')
  const { authentication, ...user } = await signUp(app, { username }, { 'user-agent': BROWSER })
  return { user, token: authentication.token }
}

/** @returns {Promise<(Picture & { title: string, description: string })[]>} */
export async function readOwnMemes() {
  const { readDemoFile } = await import('../../../demo/data.ts')
  return Promise.all(
    OWN_MEMES.map(async ({ picture, name, description }) => ({
      name: picture,
      mimeType: 'image/webp',
      buffer: await readDemoFile(picture),
      title: name,
      description,
    })),
  )
}

/**
 * @param {App} app
 * @param {{ _id: string, creator: { username: string } | null }[]} memes
 * @param {Awaited<ReturnType<typeof readOwnMemes>>} pictures
 * @returns {Promise<Member>}
 */
export async function fillMember(app, memes, pictures) {
  const member = await signUpAs(app, OWNER.username)
  const { token } = member
  const { displayName, bio } = OWNER
  const { profile } = await send(app, '/users/me/profile', { displayName, bio }, token, 'PUT')
  for (const { _id } of memes.slice(0, LIKED)) {
    for (const action of ['view', 'like', 'add-to-album']) {
      await send(app, '/user-action', { memeId: _id, action, active: true }, token)
    }
  }
  for (const picture of pictures) await addMeme(app, picture, token)
  const creators = new Set(memes.flatMap(({ creator }) => creator?.username ?? []))
  for (const username of [...creators].slice(0, FOLLOWED)) await send(app, `/users/${username}/follow`, {}, token)
  for (const username of FOLLOWERS) {
    const follower = await signUpAs(app, username)
    await send(app, `/users/${OWNER.username}/follow`, {}, follower.token)
  }
  const stats = { followersCount: FOLLOWERS.length, followingCount: FOLLOWED, memesCount: pictures.length }
  return { token, user: { ...member.user, profile, stats } }
}

/**
 * Uploads a picture that may be on the site already. @param {App} app @param {Picture & { title: string, description: string }}
 * picture @param {string} token @returns {Promise<string>} the meme's id
 */
async function addMeme(app, { name, title, description, mimeType, buffer }, token) {
  const form = new FormData()
  form.set('name', title)
  form.set('description', description)
  form.set('allowDuplicate', 'true')
  form.set('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const { data } = await send(app, '/meme', form, token)
  return data._id
}

/**
 * Removes two memes of the member, who appeals against one removal. @param {App} app @param {Picture[]} pictures @param {Member}
 * member @param {Member} admin @returns {Promise<string>} the id of the meme without an appeal
 */
export async function fillRemoved(app, pictures, member, admin) {
  /** @type {string[]} */
  const removed = []
  for (const { picture, name: title } of REMOVED_MEMES) {
    const file = pictures.find(({ name }) => name === picture)
    if (!file) throw new Error(`no picture ${picture}`)
    const id = await addMeme(app, { ...file, title, description: '' }, member.token)
    await send(app, `/moderation/memes/${id}/remove`, REMOVAL, admin.token)
    removed.push(id)
  }
  const [left = '', appealed] = removed
  await send(app, '/appeals', { memeId: appealed, text: 'This is my own drawing, and it is new.' }, member.token)
  return left
}

/**
 * Creates the member's album. @param {App} app @param {Member} member @param {{ _id: string }[]} memes @returns {Promise<string>}
 * its id
 */
export async function fillAlbum(app, { token }, memes) {
  const { data } = await send(app, '/albums', ALBUM, token)
  for (const { _id } of memes.slice(0, IN_ALBUM)) await send(app, `/albums/${data._id}/memes/${_id}`, {}, token, 'PUT')
  return data._id
}

/**
 * Creates an administrator and content for the admin's queues.
 * @param {App & { environment: Record<string, string> }} app
 * @param {{ _id: string }[]} memes
 * @param {Member} reporter
 * @returns {Promise<Member>}
 */
export async function fillAdmin(app, memes, reporter) {
  const admin = await signUpAs(app, ADMIN)
  const { cli } = await import('../../../test/cli.ts')
  const { code, err } = await cli(app.environment, 'user', 'role', ADMIN, 'admin')
  if (code !== 0) throw new Error(err)
  for (const [index, report] of REPORTED.entries()) {
    await send(app, `/meme/${memes[index]?._id}/report`, report, reporter.token)
  }
  await send(app, '/admin/invites', { uses: 5, days: 7 }, admin.token)
  return { token: admin.token, user: { ...admin.user, role: 'admin' } }
}

/** Sets the member's language. @param {App} app @param {Member} member @param {string} language */
export async function setMemberLanguage(app, { user, token }, language) {
  await send(app, '/users/me/preferences', { contentLanguage: language }, token, 'PUT')
  return { token, user: { ...user, preferences: { ...user.preferences, contentLanguage: language } } }
}
