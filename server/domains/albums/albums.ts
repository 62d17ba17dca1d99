import { ALBUM_MEMES_MAX, ALBUMS_MAX } from '#contract/limits.ts'
import type { Album, AlbumVisibility, Move } from '#contract/memes/albums.ts'
import type { Meme } from '#contract/memes/memes.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import { decodeCursor, encodeCursor } from '#server/platform/db/keyset.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { mediaPath } from '#server/platform/media-path.ts'
import type { Member, Viewer } from '#server/platform/viewer.ts'
import { getMeme } from '../memes/get-meme.ts'
import { listMemes, type MemePage, showMemes } from '../memes/lists/list-memes.ts'
import { type AlbumMeme, findMemesOfAlbum } from '../memes/lists/sources/by-album.ts'
import { getUser } from '../users/get-user.ts'
import {
  type AlbumRow,
  deleteAlbumMeme,
  findAlbum,
  findAlbumOwner,
  findAlbums,
  hasAlbumMeme,
  insertAlbum,
  insertAlbumMeme,
  lockAlbums,
  lockOwnAlbum,
  moveAlbum,
  moveMeme,
  removeAlbum,
  scopeOf,
  updateAlbum,
} from './queries.ts'

type AlbumDeps = Pick<Deps, 'config' | 'db' | 'caches'>

/** Returns an album that the viewer may open. Throws album.notFound. */
export async function getAlbum(deps: Pick<Deps, 'db' | 'caches'>, viewer: Viewer, id: string): Promise<Album> {
  const row = await findAlbum(deps.db, viewer, id)
  if (!row) throw new AppError('album.notFound')
  const [album] = await present(deps, viewer, [row])
  if (!album) throw new AppError('album.notFound')
  return album
}

/** Returns a person's albums in their order: all of them for the owner, otherwise only the public ones. Throws user.notFound. */
export async function listAlbums(
  deps: AlbumDeps,
  viewer: Viewer,
  idOrName: string,
  memeId: string | undefined,
): Promise<Album[]> {
  const user = await getUser(deps, idOrName, viewer)
  return present(deps, viewer, await findAlbums(deps.db, viewer, user.id, memeId), memeId)
}

/** Throws album.notFound if the viewer may not open the album, and meme.notFound if the meme is not in it. */
export async function requireInAlbum(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  id: string,
  memeId: string,
): Promise<void> {
  if ((await findAlbumOwner(db, viewer, id)) === undefined) throw new AppError('album.notFound')
  if (!(await hasAlbumMeme(db, id, memeId))) throw new AppError('meme.notFound')
}

/** Throws album.notFound, cursor.invalid. */
export async function listAlbumMemes(
  deps: AlbumDeps,
  viewer: Viewer,
  id: string,
  input: { limit: number; cursor?: string | undefined },
): Promise<MemePage<string>> {
  const owner = await findAlbumOwner(deps.db, viewer, id)
  if (owner === undefined) throw new AppError('album.notFound')
  const from = readAfter(deps, id, input.cursor)
  const scope = scopeOf(viewer, owner)
  return listMemes(deps, viewer, {
    scope,
    limit: input.limit,
    from,
    source: (after, limit) => findMemesOfAlbum(deps.db, viewer, scope, { albumId: id, limit, after }),
    cursorOf: (last) => encodeCursor(deps.config.authSecret, ['album', id, last.position, last.id]),
  })
}

function readAfter({ config }: AlbumDeps, id: string, cursor: string | undefined): AlbumMeme | undefined {
  if (cursor === undefined) return undefined
  const [kind, of, position, memeId] = decodeCursor(config.authSecret, cursor) ?? []
  if (kind !== 'album' || of !== id || typeof position !== 'number' || typeof memeId !== 'string')
    throw new AppError('cursor.invalid')
  return { position, id: memeId }
}

/** Throws album.tooMany. */
export async function createAlbum(
  deps: AlbumDeps,
  viewer: Member,
  input: { name: string; visibility?: AlbumVisibility | undefined },
): Promise<Album> {
  const id = newId()
  await withTransaction(deps.db, async (tx) => {
    await lockAlbums(tx, viewer.userId)
    const album = { id, userId: viewer.userId, name: input.name, visibility: input.visibility ?? 'private' }
    if (!(await insertAlbum(tx, album, ALBUMS_MAX))) throw new AppError('album.tooMany')
  })
  return getAlbum(deps, viewer, id)
}

export interface AlbumChange {
  name?: string | undefined
  visibility?: AlbumVisibility | undefined
  coverId?: string | undefined
  move?: Move | undefined
}

/** Throws album.notFound, and meme.notFound for a cover that is not in the album. */
export async function changeAlbum(deps: AlbumDeps, viewer: Member, id: string, change: AlbumChange): Promise<Album> {
  const { name, visibility, coverId, move } = change
  await changeOwn(deps, viewer, id, async (tx) => {
    if (coverId !== undefined && !(await hasAlbumMeme(tx, id, coverId))) throw new AppError('meme.notFound')
    const set = {
      ...(name !== undefined && { name }),
      ...(visibility !== undefined && { visibility }),
      ...(coverId !== undefined && { cover_id: coverId }),
    }
    if (Object.keys(set).length > 0) await updateAlbum(tx, id, set)
    if (move) await moveAlbum(tx, viewer.userId, id, move)
  })
  return getAlbum(deps, viewer, id)
}

/** Throws album.notFound. */
export async function deleteAlbum(deps: AlbumDeps, viewer: Member, id: string): Promise<void> {
  await changeOwn(deps, viewer, id, (tx) => removeAlbum(tx, id))
}

/** Idempotent. Throws album.notFound, album.full, and meme.notFound for a meme that the member cannot see. */
export async function addToAlbum(deps: AlbumDeps, viewer: Member, id: string, memeId: string): Promise<Album> {
  await getMeme(deps, viewer, memeId)
  await changeOwn(deps, viewer, id, async (tx) => {
    const outcome = await insertAlbumMeme(tx, id, memeId, ALBUM_MEMES_MAX)
    if (outcome === 'full') throw new AppError('album.full')
    if (outcome === 'gone') throw new AppError('meme.notFound')
  })
  return getAlbum(deps, viewer, id)
}

/** Idempotent. Throws album.notFound. */
export async function removeFromAlbum(deps: AlbumDeps, viewer: Member, id: string, memeId: string): Promise<Album> {
  await changeOwn(deps, viewer, id, (tx) => deleteAlbumMeme(tx, id, memeId))
  return getAlbum(deps, viewer, id)
}

/** Throws album.notFound, and meme.notFound for a meme that is not in it. */
export async function moveInAlbum(
  deps: AlbumDeps,
  viewer: Member,
  id: string,
  memeId: string,
  move: Move,
): Promise<Album> {
  await changeOwn(deps, viewer, id, async (tx) => {
    if (!(await hasAlbumMeme(tx, id, memeId))) throw new AppError('meme.notFound')
    await moveMeme(tx, viewer, id, memeId, move)
  })
  return getAlbum(deps, viewer, id)
}

async function changeOwn(
  { db }: AlbumDeps,
  { userId }: Member,
  id: string,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockAlbums(tx, userId)
    if (!(await lockOwnAlbum(tx, userId, id))) throw new AppError('album.notFound')
    await change(tx)
  })
}

async function present(
  deps: Pick<Deps, 'db' | 'caches'>,
  viewer: Viewer,
  rows: AlbumRow[],
  memeId?: string | undefined,
): Promise<Album[]> {
  const covers = new Map<string, Meme>()
  for (const [owner, owned] of Map.groupBy(rows, (row) => row.user_id)) {
    const ids = owned.flatMap(({ cover }) => cover ?? [])
    for (const meme of await showMemes(deps, viewer, scopeOf(viewer, owner), ids)) covers.set(meme._id, meme)
  }
  return rows.map((row) => {
    const isOwn = viewer.kind === 'member' && viewer.userId === row.user_id
    return {
      _id: row.id,
      name: row.name,
      visibility: row.visibility,
      count: row.count,
      cover: (row.cover && covers.get(row.cover)) || null,
      owner: {
        _id: row.user_id,
        username: row.username,
        displayName: row.display_name,
        avatarUrl: row.avatar_small && mediaPath(row.avatar_small),
      },
      isOwn,
      ...(isOwn && { usedAt: row.used_at.toISOString() }),
      ...(isOwn && memeId !== undefined && { hasMeme: row.has_meme }),
      createdAt: row.created_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
    }
  })
}
