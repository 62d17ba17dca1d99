import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { INVITES_LIVE_MAX } from '#contract/limits.ts'
import type { BannedNetwork, Invite } from '#contract/moderation/admin.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  type BannedNetworkRow,
  countValidInvites,
  deleteBannedNetwork,
  findBannedNetworks,
  findInvites,
  type InviteRow,
  insertBannedNetwork,
  insertInvite,
  setInviteRevoked,
} from './invite-queries.ts'

const CODE_BYTES = 12
const LISTED = 200
const PEOPLE_SHOWN = 20
const NETWORKS_LISTED = 500
const DAY_MS = 86_400_000

/** Throws invite.tooMany. */
export async function createInvite(tx: Tx, createdBy: string, uses: number, days: number): Promise<Invite> {
  if ((await countValidInvites(tx)) >= INVITES_LIVE_MAX) throw new AppError('invite.tooMany')
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const id = await insertInvite(tx, {
    code,
    createdBy,
    usesMax: uses,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  })
  const [row] = await findInvites(tx, 1, PEOPLE_SHOWN, id)
  if (!row) throw new Error('the new invite was not found')
  return presentInvite(row)
}

export async function listInvites(db: Db): Promise<Invite[]> {
  return (await findInvites(db, LISTED, PEOPLE_SHOWN)).map(presentInvite)
}

/** Throws invite.notFound. */
export async function revokeInvite(tx: Tx, id: string): Promise<void> {
  if (!(await setInviteRevoked(tx, id))) throw new AppError('invite.notFound')
}

/** Throws request.invalid if the text is not a network. */
export async function banNetwork(tx: Tx, text: string, reason: string): Promise<BannedNetwork> {
  return presentNetwork(await insertBannedNetwork(tx, normalNetwork(text), reason))
}

export async function listNetworks(db: Db): Promise<BannedNetwork[]> {
  return (await findBannedNetworks(db, NETWORKS_LISTED)).map(presentNetwork)
}

/** Lifts a ban and returns its network. Throws network.notFound. */
export async function unbanNetwork(tx: Tx, id: string): Promise<string> {
  const network = await deleteBannedNetwork(tx, id)
  if (network === undefined) throw new AppError('network.notFound')
  return network
}

/** Normalizes a network in CIDR notation: clears the host bits. A single address becomes a network of one. */
export function normalNetwork(text: string): string {
  const value = text.trim()
  try {
    if (!value.includes('/')) {
      const address = ipaddr.parse(value)
      return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`
    }
    const [address, bits] = ipaddr.parseCIDR(value)
    const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6
    return `${kind.networkAddressFromCIDR(value).toString()}/${bits}`
  } catch {
    throw new AppError('request.invalid', { errors: [{ path: 'network', code: 'invalidValue' }] })
  }
}

function presentInvite(row: InviteRow): Invite {
  return {
    _id: row.id,
    code: row.code,
    usesMax: row.uses_max,
    uses: row.uses,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    isValid: row.is_valid,
    invited: row.invited,
  }
}

function presentNetwork(row: BannedNetworkRow): BannedNetwork {
  return { _id: row.id, network: row.network, reason: row.reason, createdAt: row.created_at.toISOString() }
}
