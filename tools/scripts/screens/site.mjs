// The running site for the screenshots.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillAdmin, fillAlbum, fillMember, fillRemoved, readOwnMemes } from './people.mjs'

const STARTS = 3
const DEMO_FILLED = 'demo content is in place'
/** On a busy machine, filling the site with the demo takes ten times as long as on a quiet one. */
const FILLING_MS = 20 * 60_000
const TEMPLATES_MS = 10 * 60_000

/** @typedef {import('../../../test/app-process.ts').AppProcess} App */
/** @typedef {import('./list.mjs').Meme} Meme */

/**
 * Starts a site, fills it and passes it to `use`; afterwards stops it and removes its data.
 * @template T
 * @param {(app: App, content: import('./list.mjs').Content, people: { member: import('./people.mjs').Member, admin:
 *   import('./people.mjs').Member }) => Promise<T>} use
 */
export async function withFilledSite(use) {
  const dataDir = mkdtempSync(join(tmpdir(), 'memeroom-'))
  try {
    const app = await started({ DATA_DIR: dataDir, DEMO: 'true', OCR: 'off' })
    try {
      await until(() => app.log().includes(DEMO_FILLED), FILLING_MS, 'the demo')
      const memes = await feed(app)
      const pictures = await readOwnMemes()
      const member = await fillMember(app, memes, pictures)
      const admin = await fillAdmin(app, memes, member)
      const removedId = await fillRemoved(app, pictures, member, admin)
      const albumId = await fillAlbum(app, member, memes)
      const templateId = await until(() => firstTemplate(app), TEMPLATES_MS, 'a template')
      return await use(app, { memes, pictures, templateId, albumId, removedId }, { member, admin })
    } finally {
      await app.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Retries: a slow first start leaves its database, so the next start is faster. @param {Record<string, string>} env */
async function started(env) {
  const { startApp } = await import('../../../test/app-process.ts')
  for (let tries = 1; ; tries += 1) {
    try {
      return await startApp(env)
    } catch (error) {
      if (tries === STARTS) throw error
      console.error(`start ${tries} of ${STARTS} failed: ${String(error).split('\n')[0]}`)
    }
  }
}

/**
 * @template T
 * @param {() => T | Promise<T>} read
 * @param {number} withinMs
 * @param {string} what
 */
async function until(read, withinMs, what) {
  const { poll } = await import('../../../test/poll.ts')
  return poll(read, { withinMs, everyMs: 1000, missing: `${what} was not there within ${withinMs / 60_000} minutes` })
}

/** @param {App} app */
async function feed(app) {
  const answer = await fetch(`${app.url}/api/recommendation-feed?limit=100`)
  const { data } = /** @type {any} */ (await answer.json())
  return /** @type {Meme[]} */ (data.recommendations)
}

/** The template with the most memes, once there is one. @param {App} app */
async function firstTemplate(app) {
  const answer = await fetch(`${app.url}/api/templates?sort=all`)
  if (!answer.ok) return undefined
  const { data } = /** @type {any} */ (await answer.json())
  return /** @type {string | undefined} */ (data[0]?._id)
}
