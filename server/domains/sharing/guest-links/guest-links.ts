import { createHmac } from 'node:crypto'
import type { GuestLink, GuestLinkTarget } from '#contract/memes/guest-links.ts'
import { isEqualConstantTime } from '#server/platform/constant-time-equal.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { getAlbum } from '../../albums/albums.ts'
import { lockOwnMeme } from '../../memes/own-meme.ts'
import { absolute } from '../page-head.ts'
import { deleteLink, findLink, insertLink, isPrivateLocked } from './queries.ts'

type LinkDeps = Pick<Deps, 'config' | 'db' | 'caches'>

/** Prefix of the addresses of guest links. */
export const GUEST_PREFIX = '/shared/'
const ID_BYTES = 16
const PROOF_BYTES = 16

/** Returns the guest link of an own meme or album. Throws meme.notFound, meme.forbidden, album.notFound. */
export async function getGuestLink(deps: LinkDeps, viewer: Member, target: GuestLinkTarget): Promise<GuestLink | null> {
  await requireOwn(deps, viewer, target)
  const link = await findLink(deps.db, target)
  return link ? present(deps, link) : null
}

/** Idempotent. Throws meme.notFound, meme.forbidden, album.notFound, guestLink.privateAlbum. */
export async function makeGuestLink(deps: LinkDeps, viewer: Member, target: GuestLinkTarget): Promise<GuestLink> {
  await requireOwn(deps, viewer, target)
  const link = await withTransaction(deps.db, async (tx) => {
    // An album that becomes private loses its link.
    if (target.kind === 'album' && (await isPrivateLocked(tx, target.id))) throw new AppError('guestLink.privateAlbum')
    return insertLink(tx, newId(), target)
  })
  return present(deps, link)
}

/** Idempotent. Throws meme.notFound, meme.forbidden, album.notFound. */
export async function endGuestLink(deps: LinkDeps, viewer: Member, target: GuestLinkTarget): Promise<void> {
  await requireOwn(deps, viewer, target)
  await deleteLink(deps.db, target)
}

/** Returns the id of the link with a token; null if the token is forged. Needs no database. */
export function readGuestToken(secret: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== ID_BYTES + PROOF_BYTES) return null
  const id = bytes.toString('hex', 0, ID_BYTES).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return isEqualConstantTime(token, guestTokenOf(secret, id)) ? id : null
}

/** The token proves that this site made the link, so that the database stores no secret. */
export function guestTokenOf(secret: string, id: string): string {
  const proof = createHmac('sha256', secret).update(`guest link ${id}`).digest()
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), proof.subarray(0, PROOF_BYTES)]).toString(
    'base64url',
  )
}

async function requireOwn(deps: LinkDeps, viewer: Member, { kind, id }: GuestLinkTarget): Promise<void> {
  if (kind === 'meme') {
    await withTransaction(deps.db, (tx) => lockOwnMeme(tx, viewer, id))
    return
  }
  const { isOwn } = await getAlbum(deps, viewer, id)
  if (!isOwn) throw new AppError('album.notFound')
}

const present = ({ config }: LinkDeps, { id, created_at }: { id: string; created_at: Date }): GuestLink => ({
  url: absolute(config.publicUrl, GUEST_PREFIX + guestTokenOf(config.authSecret, id)),
  createdAt: created_at.toISOString(),
})
