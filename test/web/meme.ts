import type { Meme } from '#contract/memes/memes.ts'

const stats = { viewCount: 5, likeCount: 2, copyCount: 1, dislikeCount: 0 }

/** A meme as in an API response; each index gives a different one. */
export const memeNumber = (index: number): Meme => ({
  _id: `019a0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  name: `Meme ${index}`,
  description: '',
  altText: '',
  tag: [],
  userId: null,
  location: 'quick',
  status: 'ready',
  sensitive: false,
  ...stats,
  stats,
  image: {
    imageOrigin: `/media/${index}-origin.webp`,
    imageMedium: `/media/${index}-medium.webp`,
    imageSmall: `/media/${index}-small.webp`,
    width: 400,
    height: 300,
    thumbhash: '3OcRJYB4d3h/iIeHeEh3eIhw+j3A',
    animated: false,
    mime: 'image/webp',
  },
  creator: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
