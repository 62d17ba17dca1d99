import type { Meme } from '#contract/memes/memes.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { discard, stageBytes } from '#server/platform/images/staging.ts'
import { toGif } from '#server/platform/images/to-gif.ts'
import { mediaKeyOf } from '#server/platform/media-path.ts'
import { ANY_VISITOR, type Visitor } from '#server/platform/viewer.ts'
import { queueOwner } from '#server/platform/viewer-key.ts'
import { getMeme } from '../memes/get-meme.ts'
import { renditionBytesMax } from '../memes/quota.ts'
import { isSensitive } from '../sharing/meme-facts.ts'
import type { FileHooks } from '../users/file-hooks.ts'
import { factsOf } from './file-facts.ts'
import { evictRenditions, findRendition, insertRendition } from './queries.ts'
import { type RenditionKind, renditionShape } from './rendition-shape.ts'

type RenditionDeps = Pick<Deps, 'db' | 'blobs' | 'caches' | 'stagingDir'> &
  Pick<FileHooks, 'withStoredFiles' | 'claimFiles' | 'sweepFiles'>

const KNOWN_MAX = 50_000

/** @param requireSpace throws when the disk is almost full; runs before a file is made */
export function createRenditions(deps: RenditionDeps, requireSpace: () => Promise<void>) {
  const known = deps.caches.open<string>({ name: 'gif-renditions', max: KNOWN_MAX, topics: ['filesHidden'] })
  /** Renditions being made; the picture queue limits their number. */
  const making = new Map<string, Promise<string>>()

  async function make(visitor: Visitor, memeId: string, kind: RenditionKind): Promise<string> {
    const meme = await findShownMeme(deps, memeId)
    await requireSpace()
    return store(deps, meme, kind, queueOwner(visitor))
  }

  return {
    /** Returns the name of a rendition's file if it is in memory. */
    known: (memeId: string, kind: RenditionKind): string | undefined => known.get(`${memeId}/${kind}`),
    /**
     * Returns the name of a rendition's file, which is made when it is first requested. Throws meme.notFound for memes that visitors
     * do not see unblurred.
     */
    async find(visitor: Visitor, memeId: string, kind: RenditionKind): Promise<string> {
      const name = `${memeId}/${kind}`
      const era = known.era()
      let key = await findRendition(deps.db, memeId, kind)
      if (!key) {
        const started = making.get(name) ?? make(visitor, memeId, kind).finally(() => making.delete(name))
        making.set(name, started)
        key = await started
      }
      known.set(name, key, era)
      return key
    },
  }
}

/** Returns a meme that visitors see unblurred. Throws meme.notFound. */
export async function findShownMeme(deps: Pick<Deps, 'db' | 'caches'>, memeId: string): Promise<Meme> {
  const meme = await getMeme(deps, ANY_VISITOR, memeId)
  if (isSensitive(meme)) throw new AppError('meme.notFound')
  return meme
}

async function store(deps: RenditionDeps, meme: Meme, kind: RenditionKind, owner: string): Promise<string> {
  const { _id: memeId, image } = meme
  const source = mediaKeyOf(image.imageSmall)
  const stored = await deps.blobs.read(source)
  if (!stored) throw new AppError('meme.notFound')
  const { frames } = await factsOf(deps, [meme]).then((facts) => facts(source))
  const shape = renditionShape(image, kind, frames)
  // The comment makes the file unique, so that it belongs to one meme.
  const gif = await toGif(stored.stream, { shape, comment: `${memeId}/${kind}`, owner })
  const file = await stageBytes(deps.stagingDir, gif, { extension: 'gif', mime: 'image/gif' })
  try {
    return await deps.withStoredFiles([file], async () => {
      const isRecorded = await withTransaction(deps.db, async (tx) => {
        const recorded = await insertRendition(tx, { memeId, kind, key: file.key })
        if (!recorded) return false
        await deps.claimFiles(tx, [file.key])
        const maxBytes = await renditionBytesMax(tx)
        if (maxBytes !== null && (await evictRenditions(tx, { exceptKey: file.key, maxBytes })))
          await deps.sweepFiles(tx)
        return true
      })
      if (!isRecorded) throw new AppError('meme.notFound')
      return (await findRendition(deps.db, memeId, kind)) ?? file.key
    })
  } finally {
    await discard(file)
  }
}
