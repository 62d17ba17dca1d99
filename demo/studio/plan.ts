import { BROADCAST_TEXTS } from './content/broadcasts.ts'
import { CHART_TEXTS } from './content/charts.ts'
import { GRID_TEXTS } from './content/grids.ts'
import { LABEL_TEXTS } from './content/labels.ts'
import type { MemeText } from './content/meme-text.ts'
import { MESSAGE_TEXTS } from './content/messages.ts'
import { PANEL_TEXTS } from './content/panels.ts'
import { REACTION_TEXTS } from './content/reactions.ts'
import { SCENES } from './content/scenes.ts'
import { type Portrait, USERS } from './content/users.ts'
import { createPrng, type Prng } from './drawing/prng.ts'
import type { TemplateName } from './templates/registry.ts'

export interface DemoUser {
  username: string
  displayName: string
  bio: string
  language: 'en' | 'vi'
  portrait: Portrait
  joinedDaysAgo: number
}

export interface DemoMeme {
  slug: string
  name: string
  description: string
  language: 'en' | 'vi'
  template: TemplateName
  captions: readonly string[]
  /** Index into the plan's users. */
  creator: number
  minutesAgo: number
}

export interface DemoAction {
  /** Index into the plan's users; null for a visitor, who only views and copies. */
  userIndex: number | null
  memeIndex: number
  action: 'view' | 'like' | 'dislike' | 'copy' | 'add-to-album'
  minutesAgo: number
}

export interface DemoPlan {
  users: DemoUser[]
  memes: DemoMeme[]
  /** Pairs of follower and followed, as indexes into users. */
  follows: [number, number][]
  /** Oldest first; a view precedes the same viewer's other actions on a meme. */
  actions: DemoAction[]
}

const DAY_MINUTES = 24 * 60
const MONTH_MINUTES = 30 * DAY_MINUTES

const TEXTS: readonly MemeText[] = [
  ...SCENES,
  ...REACTION_TEXTS,
  ...PANEL_TEXTS,
  ...CHART_TEXTS,
  ...MESSAGE_TEXTS,
  ...LABEL_TEXTS,
  ...GRID_TEXTS,
  ...BROADCAST_TEXTS,
]

/**
 * Who the demo members are, what they posted, whom they follow and what they and visitors did in the past month.
 * Plain data, the same on every call; times are minutes before now, so that the month is always the past one.
 */
export function demoPlan(): DemoPlan {
  const users: DemoUser[] = [...USERS]
  const memes = planMemes(createPrng('memes of the month'))
  return {
    users,
    memes,
    follows: planFollows(users, createPrng('who follows whom')),
    actions: planActions(users, memes, createPrng('a month of actions')),
  }
}

function shuffled<T>(items: readonly T[], luck: Prng): T[] {
  const out = [...items]
  for (let i = out.length - 1; i > 0; i--) {
    const j = luck.int(0, i)
    const [a, b] = [out[i], out[j]]
    if (a !== undefined && b !== undefined) {
      out[i] = b
      out[j] = a
    }
  }
  return out
}

/** Spread over the month, newest first, so that pictures of one template are rarely adjacent. */
function planMemes(luck: Prng): DemoMeme[] {
  const texts = shuffled(TEXTS, luck)
  const step = (MONTH_MINUTES - 120) / texts.length
  return texts.map(({ by, ...text }, i) => ({
    ...text,
    creator: USERS.findIndex((user) => user.username === by),
    minutesAgo: Math.round(45 + step * (i + luck.range(0, 0.8))),
  }))
}

function planFollows(users: readonly DemoUser[], luck: Prng): [number, number][] {
  const follows: [number, number][] = []
  users.forEach((user, follower) => {
    users.forEach((other, followed) => {
      if (follower === followed) return
      // The first accounts of each language are the most popular.
      const fame = followed % 6 < 2 ? 0.3 : 0
      if (luck.next() < (user.language === other.language ? 0.5 : 0.2) + fame) follows.push([follower, followed])
    })
  })
  return follows
}

interface Wave {
  /** How many people see the meme. */
  audience: number
  /** Share of viewers who like it. */
  charm: number
  /** When it peaked, in minutes ago; undefined for steady growth after posting. */
  moment?: { from: number; to: number }
}

/** Some memes peak today, some this week, some earlier, so that the three trending lists differ. */
function waveOf(meme: DemoMeme, index: number, luck: Prng): Wave {
  const audience = Math.round(7 + 26 * luck.next() ** 2.4)
  const charm = luck.range(0.22, 0.62)
  const age = meme.minutesAgo
  if (index % 23 === 4)
    return {
      audience: audience + luck.int(24, 36),
      charm: 0.72,
      moment: { from: Math.min(age, DAY_MINUTES - 30), to: 4 },
    }
  // Trending weights halve every two days in the weekly list and every ten in the monthly one, so older peaks are larger.
  if (index % 27 === 22 && age > 2 * DAY_MINUTES) {
    return {
      audience: audience + luck.int(150, 180),
      charm: 0.76,
      moment: { from: Math.min(age, 4 * DAY_MINUTES), to: 1.3 * DAY_MINUTES },
    }
  }
  if (index % 27 === 23 && age > 10 * DAY_MINUTES) {
    return {
      audience: audience + luck.int(400, 480),
      charm: 0.8,
      moment: { from: Math.min(age, 14 * DAY_MINUTES), to: 7.6 * DAY_MINUTES },
    }
  }
  return { audience, charm }
}

function whenSeen(meme: DemoMeme, wave: Wave, luck: Prng): number {
  const age = meme.minutesAgo
  if (wave.moment !== undefined && luck.next() < 0.85) return Math.floor(luck.range(wave.moment.to, wave.moment.from))
  const afterPosting = -Math.log(1 - luck.next()) * 2.5 * DAY_MINUTES
  return Math.max(2, Math.floor(afterPosting < age - 2 ? age - afterPosting - 1 : luck.range(2, age)))
}

function planActions(users: readonly DemoUser[], memes: readonly DemoMeme[], luck: Prng): DemoAction[] {
  const actions: DemoAction[] = []
  memes.forEach((meme, memeIndex) => {
    const wave = waveOf(meme, memeIndex, luck)
    const members = shuffled(
      users.map((_, i) => i).filter((i) => i !== meme.creator),
      luck,
    )
    for (let i = 0; i < wave.audience; i++) {
      const minutesAgo = whenSeen(meme, wave, luck)
      // A member views a meme once; the ledger counts one view per viewer and half hour.
      const userIndex = luck.next() < 0.42 ? (members.pop() ?? null) : null
      const act = (action: DemoAction['action'], delay: number) =>
        actions.push({ userIndex, memeIndex, action, minutesAgo: Math.max(0, minutesAgo - delay) })
      act('view', 0)
      if (luck.next() < 0.14 + wave.charm * 0.12) act('copy', 1)
      if (userIndex === null) continue
      const home = users[userIndex]?.language === meme.language ? 1 : 0.6
      if (luck.next() < wave.charm * home) {
        act('like', 1)
        if (luck.next() < 0.22) act('add-to-album', 2)
      } else if (luck.next() < 0.05) act('dislike', 1)
    }
  })
  return actions
    .map((action, order) => ({ action, order }))
    .sort((a, b) => b.action.minutesAgo - a.action.minutesAgo || a.order - b.order)
    .map(({ action }) => action)
}
