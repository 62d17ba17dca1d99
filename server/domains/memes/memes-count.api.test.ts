import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTransaction } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { type BuiltMember, buildMember, buildMeme, unique } from '#test/factories.ts'
import { appForFile } from '#test/for-file.ts'
import { randomPicture } from '#test/random-picture.ts'
import { storedTotals } from '#test/stored-totals.ts'
import { markMemeSensitive } from '../moderation/mark-sensitive.ts'
import { approveMeme, removeMeme, restoreMeme, suspendMember, unsuspendMember } from '../moderation/moderate.ts'
import { undoDecision } from '../moderation/undo-decision.ts'
import { deleteMeme, restoreMeme as takeDeletionBack } from './delete-meme.ts'
import { isLive, isLiveOrHidden } from './lists/states.ts'
import { holdForReview, lockForDecision } from './review.ts'
import { publishWritten } from './visibility.ts'

const RUNS = 12
const STEPS_MAX = 14
const MEMES = 3

const app = await appForFile()
const moderator = await buildMember(app, { role: 'moderator' })

interface Site {
  owner: BuiltMember
  fan: BuiltMember
  tag: string
  /** Ids of memes that all show the same picture. */
  memes: string[]
  bytes: Buffer
  lastDecision: string | undefined
}

async function createSite(): Promise<Site> {
  const [owner, fan] = [await buildMember(app), await buildMember(app)]
  await app.call('POST', `/users/${owner.user.id}/follow`, { token: fan.token })
  const site = {
    owner,
    fan,
    tag: `tag${unique()}`,
    memes: [],
    bytes: await randomPicture(unique()),
    lastDecision: undefined,
  }
  await upload(site)
  return site
}

async function upload(site: Site): Promise<void> {
  if (site.memes.length === MEMES) return
  const { owner, tag, bytes } = site
  site.memes.push((await buildMeme(app, { user: owner.user, description: `#${tag}`, bytes })).id)
  await withTransaction(app.db, publishWritten)
}

const asMember = ({ user }: BuiltMember) =>
  ({ kind: 'member', userId: user.id, filters: { hidesPeople: false } }) as unknown as Member
const by = () => moderator.user.id

type Change = (site: Site, memeId: string) => Promise<{ decisionId: string } | unknown>
const CHANGES: Record<string, Change> = {
  upload: (site) => upload(site),
  delete: ({ owner }, id) => deleteMeme(app.deps, asMember(owner), id),
  takeDeletionBack: ({ owner }, id) => takeDeletionBack(app.deps, asMember(owner), id),
  remove: (_, id) => removeMeme(app.deps, by(), id, 'Spam'),
  removeByOperator: (_, id) => removeMeme(app.deps, null, id, 'Spam'),
  restore: (_, id) => restoreMeme(app.deps, by(), id, 'Fine'),
  mark: (_, id) => markMemeSensitive(app.deps, by(), id, true, ''),
  hold: (_, id) =>
    withTransaction(app.db, async (tx) => {
      const meme = await lockForDecision(tx, id)
      if (meme?.status === 'ready') await holdForReview(tx, meme)
    }),
  approve: (_, id) => approveMeme(app.deps, by(), id, ''),
  block: (_, id) => removeMeme(app.deps, by(), id, 'Spam', { block: true }),
  suspend: ({ owner }) => suspendMember(app.deps, by(), owner.user.id, 'Rude'),
  unsuspend: ({ owner }) => unsuspendMember(app.deps, by(), owner.user.id, 'Over'),
  undo: ({ lastDecision }) => undoDecision(app.deps, by(), lastDecision ?? moderator.user.id),
}

async function change(site: Site, name: string, at: number): Promise<void> {
  const memeId = site.memes[at % site.memes.length] ?? ''
  try {
    const answer = await CHANGES[name]?.(site, memeId)
    const { decisionId } = (answer ?? {}) as { decisionId?: string }
    if (decisionId) site.lastDecision = decisionId
  } catch (error) {
    // The app rejects most operations at some point; rejected ones must not change any count.
    if (!(error instanceof AppError)) throw error
  }
}

async function numbers({ owner, fan, tag }: Site) {
  const memes = app.db.selectFrom('memes').where('user_id', '=', owner.user.id)
  const user = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const [{ suspended_at, memes_count }, { following_count }] = await Promise.all([
    user(owner.user.id),
    user(fan.user.id),
  ])
  const counted = await memes.select('id').where(isLiveOrHidden('memes')).execute()
  const live = await memes.select('id').where(isLive('memes')).execute()
  const profile = await app.call('GET', `/users/${owner.user.id}`)
  const list = await app.call('GET', `/meme/user/${owner.user.id}?limit=50`)
  const ofTag = await app.call('GET', `/tags/${tag}`)
  const isShown = suspended_at === null
  return {
    shown: {
      memes: memes_count,
      profile: isShown ? profile.body.data.stats.memesCount : profile.status,
      tag: ofTag.status === 404 ? 0 : ofTag.body.data.count,
      followed: following_count,
    },
    real: {
      memes: counted.length,
      profile: isShown ? list.body.data.length : list.status,
      tag: live.length,
      followed: isShown ? 1 : 0,
    },
  }
}

const steps = fc.array(fc.tuple(fc.constantFrom(...Object.keys(CHANGES)), fc.nat({ max: MEMES - 1 })), {
  minLength: 1,
  maxLength: STEPS_MAX,
})

test('counts match the lists after any order of changes', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (order) => {
      const site = await createSite()
      for (const [name, at] of order) {
        await change(site, name, at)
        const { shown, real } = await numbers(site)
        expect(shown).toEqual(real)
        const stored = await storedTotals(app.db)
        expect(stored.counted).toEqual(stored.real)
      }
    }),
    {
      numRuns: RUNS,
      examples: [
        [
          [
            ['upload', 0],
            ['delete', 1],
            ['removeByOperator', 1],
            ['restore', 1],
          ],
        ],
        [
          [
            ['upload', 0],
            ['delete', 1],
            ['removeByOperator', 1],
            ['takeDeletionBack', 1],
            ['restore', 1],
          ],
        ],
      ],
    },
  )
})
