import { describe, expect, it } from 'vitest'
import { type DemoAction, demoPlan } from './plan.ts'
import { TEMPLATES } from './templates/registry.ts'

const plan = demoPlan()
const DAY_MINUTES = 24 * 60

const pair = ({ userIndex, memeIndex }: DemoAction) => `${userIndex} ${memeIndex}`

describe('the demo plan', () => {
  it('is the same on every call', () => {
    expect(JSON.stringify(demoPlan())).toBe(JSON.stringify(plan))
  })

  it('holds twelve members and well over a hundred memes, in both languages', () => {
    expect(plan.users).toHaveLength(12)
    expect(plan.memes.length).toBeGreaterThanOrEqual(115)
    for (const language of ['en', 'vi'] as const) {
      expect(plan.users.filter((user) => user.language === language)).toHaveLength(6)
      expect(plan.memes.filter((meme) => meme.language === language).length).toBeGreaterThan(plan.memes.length * 0.4)
    }
  })

  it('gives each meme a slug of its own, composed text and a known creator', () => {
    expect(new Set(plan.memes.map((meme) => meme.slug)).size).toBe(plan.memes.length)
    for (const meme of plan.memes) {
      const words = [meme.name, meme.description, ...meme.captions].join(' ')
      expect(words).toBe(words.normalize('NFC'))
      expect(plan.users[meme.creator]?.language).toBe(meme.language)
    }
  })

  it('uses each template for three to six memes, with as many captions as it takes', () => {
    for (const [name, template] of Object.entries(TEMPLATES)) {
      const memes = plan.memes.filter((meme) => meme.template === name)
      expect(memes.length, name).toBeGreaterThanOrEqual(3)
      expect(memes.length, name).toBeLessThanOrEqual(6)
      for (const meme of memes) {
        expect(meme.captions.length, meme.slug).toBeGreaterThanOrEqual(template.captions[0])
        expect(meme.captions.length, meme.slug).toBeLessThanOrEqual(template.captions[1])
      }
    }
  })

  it('has nobody follow themselves or anybody twice', () => {
    expect(plan.follows.every(([from, to]) => from !== to)).toBe(true)
    expect(new Set(plan.follows.map(String)).size).toBe(plan.follows.length)
    for (const index of plan.users.keys()) expect(plan.follows.some(([, to]) => to === index)).toBe(true)
  })

  it('lets nobody act on a meme before it was posted, nor earlier than a month ago', () => {
    for (const { memeIndex, minutesAgo } of plan.actions) {
      expect(minutesAgo).toBeGreaterThanOrEqual(0)
      expect(minutesAgo).toBeLessThan(plan.memes[memeIndex]?.minutesAgo ?? 0)
      expect(minutesAgo).toBeLessThanOrEqual(30 * DAY_MINUTES)
    }
    expect(plan.actions.length).toBeGreaterThan(4000)
    expect(plan.actions.length).toBeLessThanOrEqual(6000)
  })

  it('never has one member do the same thing to a meme twice, nor like and dislike it', () => {
    const byMembers = plan.actions.filter(({ userIndex }) => userIndex !== null)
    expect(new Set(byMembers.map((action) => `${pair(action)} ${action.action}`)).size).toBe(byMembers.length)
    const liked = new Set(byMembers.filter(({ action }) => action === 'like').map(pair))
    expect(byMembers.filter((action) => action.action === 'dislike' && liked.has(pair(action)))).toEqual([])
  })

  it('lets visitors only view and copy', () => {
    const byVisitors = plan.actions.filter(({ userIndex }) => userIndex === null)
    expect(new Set(byVisitors.map(({ action }) => action))).toEqual(new Set(['view', 'copy']))
  })

  it('has members see a meme before they like, copy or keep it', () => {
    const seen = new Set<string>()
    for (const action of plan.actions) {
      if (action.action === 'view') seen.add(pair(action))
      else expect(seen.has(pair(action))).toBe(true)
    }
  })
})
