import { describe, expect, it } from 'vitest'
import { reactionCall, reactionOf, tapped, withReaction } from './reaction.ts'

const stats = { viewCount: 9, likeCount: 4, copyCount: 2, dislikeCount: 1 }

describe('a reaction', () => {
  it('is none for a visitor', () => {
    expect(reactionOf(undefined)).toBe('none')
  })

  it('is removed by another tap, and replaced by the other reaction', () => {
    expect(tapped('like', 'like')).toBe('none')
    expect(tapped('like', 'dislike')).toBe('dislike')
    expect(tapped('none', 'like')).toBe('like')
  })

  it('is sent as the state to set', () => {
    expect(reactionCall('none', 'like')).toEqual({ action: 'like', active: true })
    expect(reactionCall('like', 'dislike')).toEqual({ action: 'dislike', active: true })
    expect(reactionCall('dislike', 'none')).toEqual({ action: 'dislike', active: false })
    expect(reactionCall('like', 'like')).toBeNull()
  })

  it('updates both counts when it changes sides', () => {
    expect(withReaction(stats, 'dislike', 'like')).toEqual({ ...stats, likeCount: 5, dislikeCount: 0 })
    expect(withReaction(stats, 'none', 'none')).toEqual(stats)
  })

  it('never counts below zero', () => {
    expect(withReaction({ ...stats, likeCount: 0 }, 'like', 'none').likeCount).toBe(0)
  })
})
