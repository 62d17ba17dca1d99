import type { NewPasskeyOptions, Passkey, PasskeyInput } from '#contract/auth/passkeys.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import { withTransaction } from '#server/platform/db/db.ts'
import { newId } from '#server/platform/db/id.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { getMe } from '../../users/get-user.ts'
import { announceChange } from '../credentials-changed.ts'
import { checkOneTime, issueOneTime, useOnce } from '../one-time/one-time-value.ts'
import { endPasskeyFactor } from '../second-factor/passkey-factor.ts'
import {
  countPasskeysLocked,
  deletePasskey,
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
  setPasskeyName,
} from './passkey-queries.ts'
import { requireParty } from './relying-party.ts'
import { CHALLENGE_SECONDS, DIALOG_MS, isFramed, userHandle } from './verify-passkey-response.ts'
import { webAuthn } from './web-authn.ts'

type OwnDeps = Pick<Deps, 'config' | 'db' | 'jobs'>
const NEEDED = { residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const
/** EdDSA, ES256 and RS256: the algorithms that authenticators offer and every supported Node.js can verify. */
const ALGORITHMS = [-8, -7, -257]
/** Binds the challenge to the session, so that another session cannot use it. */
const purposeOf = (viewer: Member) => `passkey of ${viewer.userId} in ${viewer.sessionId}`

const present = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  synced: row.synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export async function listPasskeys(deps: Pick<Deps, 'db'>, viewer: Member): Promise<Passkey[]> {
  return (await findPasskeys(deps.db, viewer.userId)).map(present)
}

/** Returns the options for creating a passkey. Throws passkey.notAvailable, passkey.tooMany. */
export async function beginPasskey(deps: OwnDeps, viewer: Member): Promise<NewPasskeyOptions> {
  const party = requireParty(deps.config)
  const me = await getMe(deps, viewer)
  const passkeys = await findPasskeys(deps.db, me.id)
  if (passkeys.length >= PASSKEYS_MAX) throw new AppError('passkey.tooMany')
  return {
    challenge: issueOneTime(deps.config.authSecret, purposeOf(viewer), CHALLENGE_SECONDS),
    timeout: DIALOG_MS,
    rp: { id: party.id, name: (await readSettings(deps.db)).siteName },
    user: {
      id: userHandle(me.id).toString('base64url'),
      name: me.email ?? me.username,
      displayName: me.display_name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports, type: 'public-key' })),
    authenticatorSelection: NEEDED,
    attestation: 'none',
  }
}

/** Verifies and stores a new passkey. Throws passkey.notAvailable, passkey.invalid, passkey.exists, passkey.tooMany. */
export async function addPasskey(deps: OwnDeps, viewer: Member, input: PasskeyInput): Promise<Passkey> {
  const made = await verifyNew(deps, viewer, input)
  const me = await getMe(deps, viewer)
  return withTransaction(deps.db, async (tx) => {
    if ((await countPasskeysLocked(tx, me.id)) >= PASSKEYS_MAX) throw new AppError('passkey.tooMany')
    if (!(await useOnce(tx, made.challenge, made.expiresAt))) throw new AppError('passkey.invalid')
    const row = await insertPasskey(tx, {
      id: newId(),
      user_id: me.id,
      credential_id: made.credential.id,
      public_key: Buffer.from(made.credential.publicKey).toString('base64url'),
      counter: made.credential.counter,
      transports: input.credential.response.transports ?? [],
      name: input.name,
      synced: made.synced,
    })
    if (!row) throw new AppError('passkey.exists')
    await announceChange(deps, tx, viewer, me, { event: 'passkey-added', mail: 'passkeyAdded' })
    return present(row)
  })
}

async function verifyNew(deps: OwnDeps, viewer: Member, { credential }: PasskeyInput) {
  const party = requireParty(deps.config)
  let issued: { challenge: string; expiresAt: Date } | undefined
  const { clientDataJSON, attestationObject } = credential.response
  const { verifyRegistrationResponse } = await webAuthn()
  const verified = await verifyRegistrationResponse({
    response: { ...credential, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
    expectedChallenge: (challenge) => {
      const expiresAt = checkOneTime(deps.config.authSecret, purposeOf(viewer), challenge)
      if (expiresAt) issued = { challenge, expiresAt }
      return expiresAt !== null
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
    // The library throws plain errors for any invalid input.
  }).catch(() => null)
  if (!verified?.verified || !issued || isFramed(clientDataJSON)) throw new AppError('passkey.invalid')
  const { registrationInfo: info } = verified
  return { ...issued, credential: info.credential, synced: info.credentialBackedUp }
}

/** Throws passkey.notFound, also for others' passkeys. */
export async function renamePasskey(deps: OwnDeps, viewer: Member, id: string, name: string): Promise<Passkey> {
  const row = await withTransaction(deps.db, (tx) => setPasskeyName(tx, viewer.userId, id, name))
  if (!row) throw new AppError('passkey.notFound')
  return present(row)
}

/**
 * Removes a passkey. Removing the last one also ends passkeys as a second factor. Throws passkey.notFound, also for others'
 * passkeys.
 */
export async function removePasskey(deps: OwnDeps, viewer: Member, id: string): Promise<void> {
  const me = await getMe(deps, viewer)
  await withTransaction(deps.db, async (tx) => {
    const count = await countPasskeysLocked(tx, me.id)
    if (!(await deletePasskey(tx, me.id, id))) throw new AppError('passkey.notFound')
    await announceChange(deps, tx, viewer, me, { event: 'passkey-removed', mail: 'passkeyRemoved' })
    if (count === 1) await endPasskeyFactor(deps, tx, viewer, me)
  })
}
