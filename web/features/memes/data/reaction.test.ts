import { describe, expect, it } from 'vitest'
import { reactionCall, reactionOf, tapped, withReaction } from './reaction.ts'

const stats = { viewCount: 9, likeCount: 4, copyCount: 2, dislikeCount: 1 }

describe('a reaction', () => {
  it('is none for visitors', () => {
    expect(reactionOf(undefined)).toBe('none')
  })

  it('goes away when tapped again, and is replaced by the other', () => {
    expect(tapped('like', 'like')).toBe('none')
    expect(tapped('like', 'dislike')).toBe('dislike')
    expect(tapped('none', 'like')).toBe('like')
  })

  it('is told to the server as the state to set', () => {
    expect(reactionCall('none', 'like')).toEqual({ action: 'like', active: true })
    expect(reactionCall('like', 'dislike')).toEqual({ action: 'dislike', active: true })
    expect(reactionCall('dislike', 'none')).toEqual({ action: 'dislike', active: false })
    expect(reactionCall('like', 'like')).toBeNull()
  })

  it('moves one count to the other when it changes sides', () => {
    expect(withReaction(stats, 'dislike', 'like')).toEqual({ ...stats, likeCount: 5, dislikeCount: 0 })
    expect(withReaction(stats, 'none', 'none')).toEqual(stats)
  })

  it('never counts below zero', () => {
    expect(withReaction({ ...stats, likeCount: 0 }, 'like', 'none').likeCount).toBe(0)
  })
})
