import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountDeletionHooks } from '#server/domain-deps.ts'
import { publish } from '#server/platform/change-bus/change-bus.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { forever } from '#test/caches.ts'
import { type BuiltMember, buildMember, buildMeme } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { poll } from '#test/poll.ts'
import { holdForReview, lockForDecision } from '../memes/review.ts'
import { decideAppeal } from './appeals.ts'
import { deleteMember } from './delete-member.ts'
import { markMemeSensitive } from './mark-sensitive.ts'
import { approveMeme, removeMeme, restoreMeme, suspendMember, unsuspendMember } from './moderate.ts'
import { scoreMeme } from './scoring/score-meme.ts'
import { undoDecision } from './undo-decision.ts'

/** The number of notices of hidden memes, and the marks after them. */
let notices = 0
const marks: string[] = []
const scorer = { score: async () => 1, close: async () => {} }
// Only changes empty the caches of both nodes.
const app = await appForFile({}, { scorer, cacheAge: forever })
const other = (await app.anotherNode()).app
const moderator = await buildMember(app, { role: 'moderator' })
/** Decides appeals against the moderator's decisions. */
const judge = await buildMember(app, { role: 'moderator' })
const admin = await buildMember(app, { role: 'admin' })
const body = { sensitiveScoring: true, sensitiveThreshold: 80, sensitiveReview: true }
expect((await app.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
app.deps.bus.on(['memeVisibilityChanged'], () => {
  notices += 1
})
app.deps.bus.on(['uploadProgressed'], (key) => marks.push(key))
afterAll(() => other.close())

const by = () => moderator.user.id

let creator: BuiltMember
let memeId: string
beforeEach(async () => {
  creator = await buildMember(app)
  memeId = (await buildMeme(app, { user: creator.user })).id
})

const hold = () =>
  withTransaction(app.db, async (tx) => {
    const meme = await lockForDecision(tx, memeId)
    if (meme) await holdForReview(tx, meme)
  })
async function appeal(about: string | null): Promise<string> {
  const id = newId()
  const row = { id, user_id: creator.user.id, meme_id: about, about_at: new Date(), note: 'Please' }
  await app.db.insertInto('appeals').values(row).execute()
  return id
}
const remove = () => removeMeme(app.deps, by(), memeId, 'Spam')
const suspend = () => suspendMember(app.deps, by(), creator.user.id, 'Rude')

/** Each entry prepares a change and returns the function that makes it. */
const HIDING: Record<string, () => Promise<() => Promise<unknown>>> = {
  remove: async () => remove,
  suspend: async () => suspend,
  markSensitive: async () => () => markMemeSensitive(app.deps, by(), memeId, true, ''),
  score: async () => () => scoreMeme(app.deps, memeId),
  deleteMember: async () => () =>
    deleteMember({ ...app.deps, ...accountDeletionHooks(app.deps) }, null, creator.user.id, 'Asked for it'),
}
const SHOWING: typeof HIDING = {
  async restore() {
    await remove()
    return () => restoreMeme(app.deps, by(), memeId, 'Fine')
  },
  async approve() {
    await hold()
    return () => approveMeme(app.deps, by(), memeId, 'Fine')
  },
  async unsuspend() {
    await suspend()
    return () => unsuspendMember(app.deps, by(), creator.user.id, 'Over')
  },
  async undoRemoval() {
    const { decisionId } = await remove()
    return () => undoDecision(app.deps, by(), decisionId)
  },
  async undoSuspension() {
    const { decisionId } = await suspend()
    return () => undoDecision(app.deps, by(), decisionId)
  },
  async acceptAppealOfMeme() {
    await remove()
    const id = await appeal(memeId)
    return () => decideAppeal(app.deps, judge.user.id, id, 'accepted', 'Fine')
  },
  async acceptAppealOfSuspension() {
    await suspend()
    const id = await appeal(null)
    return () => decideAppeal(app.deps, judge.user.id, id, 'accepted', 'Fine')
  },
}

/**
 * Returns true if a notification arrived since the last call. Notifications arrive in order, so all earlier ones precede the
 * mark.
 */
async function wasNotified(): Promise<boolean> {
  const mark = newId()
  await withTransaction(app.db, (tx) => publish(tx, 'uploadProgressed', mark))
  await poll(() => marks.includes(mark), { withinMs: 10_000, everyMs: 5, missing: 'the mark did not arrive' })
  const was = notices > 0
  notices = 0
  return was
}

describe('the change notification is part of the transaction', () => {
  beforeAll(async () => {
    await sql`create function refuse_commit() returns trigger language plpgsql as $$
      begin raise exception 'not committed'; end $$`.execute(app.db)
  })

  /**
   * Makes a change fail at commit, after all its statements have run. Every moderation change writes the log, so a deferred
   * trigger on the log does that.
   */
  async function failingAtCommit(change: () => Promise<unknown>): Promise<void> {
    await sql`create constraint trigger refuse_commit after insert on moderation_log deferrable initially deferred
      for each row execute function refuse_commit()`.execute(app.db)
    try {
      await expect(change()).rejects.toThrow('not committed')
    } finally {
      await sql`drop trigger refuse_commit on moderation_log`.execute(app.db)
    }
  }

  test.each(Object.entries({ ...HIDING, ...SHOWING }))('%s', async (_, prepare) => {
    const change = await prepare()
    await wasNotified()
    await failingAtCommit(change)
    expect(await wasNotified()).toBe(false)
    await change()
    expect(await wasNotified()).toBe(true)
  })
})

const fedByOther = async () =>
  (await other.inject({ url: '/api/recommendation-feed?limit=100' }))
    .json()
    .data.recommendations.map(({ _id }: { _id: string }) => _id)

describe('another node with cached candidates shows the meme again', () => {
  test.each(Object.entries(SHOWING))('after %s', async (_, prepare) => {
    const change = await prepare()
    await poll(async () => !(await fedByOther()).includes(memeId), {
      withinMs: 10_000,
      everyMs: 20,
      missing: 'the meme is not hidden',
    })
    await change()
    await poll(async () => (await fedByOther()).includes(memeId), {
      withinMs: 10_000,
      everyMs: 20,
      missing: 'the meme is not shown again',
    })
  })
})
