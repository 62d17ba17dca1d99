import { buffer } from 'node:stream/consumers'
import type { Meme } from '#contract/memes/memes.ts'
import type { Deps } from '#server/platform/deps.ts'
import { readTiming } from '#server/platform/images/read-timing.ts'
import { inParallel } from '#server/platform/in-parallel.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { findFileSizes } from './queries.ts'

export interface FileFacts {
  bytes: number
  /** 1 for a still picture. */
  frames: number
  /** Duration of one loop in seconds; 0 for a still picture. */
  seconds: number
}

type FactDeps = Pick<Deps, 'db' | 'blobs' | 'caches'>

const KNOWN_MAX = 50_000
const READ_AT_ONCE = 4
const UNKNOWN: FileFacts = { bytes: 0, frames: 1, seconds: 0 }

/** The files of a meme that responses name. Frames and seconds are those of its small size. */
const filesOf = ({ image }: Meme): string[] => [
  ...new Set([image.imageOrigin, image.imageMedium, image.imageSmall].map(mediaKeyOf)),
]

/** Returns the facts of the memes' files by name. Files never change, so the facts stay in memory. */
export async function factsOf(deps: FactDeps, memes: readonly Meme[]): Promise<(key: string) => FileFacts> {
  const cache = deps.caches.open<FileFacts>({ name: 'gif-files', max: KNOWN_MAX, topics: [] })
  const found = new Map<string, FileFacts>()
  const missing = memes.filter((meme) => {
    let isComplete = true
    for (const key of filesOf(meme)) {
      const facts = cache.get(key)
      if (facts) found.set(key, facts)
      else isComplete = false
    }
    return !isComplete
  })
  if (missing.length > 0) {
    const sizes = await findFileSizes(deps.db, missing.flatMap(filesOf))
    await inParallel(missing, READ_AT_ONCE, async (meme) => {
      const timing = meme.image.animated ? await timingOf(deps, mediaKeyOf(meme.image.imageSmall)) : UNKNOWN
      for (const key of filesOf(meme)) {
        const facts = { ...timing, bytes: sizes.get(key) ?? 0 }
        found.set(key, facts)
        if (facts.bytes > 0) cache.set(key, facts, cache.era())
      }
    })
  }
  return (key) => found.get(key) ?? UNKNOWN
}

async function timingOf({ blobs }: FactDeps, key: string): Promise<FileFacts> {
  const stored = await blobs.read(key)
  return stored ? { ...UNKNOWN, ...(await readTiming(await buffer(stored.stream))) } : UNKNOWN
}
