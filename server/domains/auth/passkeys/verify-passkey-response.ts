import type { PasskeyOptions, PasskeyResponse } from '#contract/auth/passkeys.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { checkOneTime, issueOneTime, useOnce } from '../one-time/one-time-value.ts'
import { lockPasskey, type PasskeyRow, usePasskey } from './passkey-queries.ts'
import { type RelyingParty, requireParty } from './relying-party.ts'
import { webAuthn } from './web-authn.ts'

export const CHALLENGE_SECONDS = 600
/** Timeout of the browser's own dialog. */
export const DIALOG_MS = 120_000

interface Asked {
  /** The purpose that the challenge was issued for; it is valid for no other. */
  purpose: string
  /** True if the passkey replaces password and second factor, which requires user verification by PIN or biometrics. */
  alone: boolean
  /** The member that the passkey must belong to; any member's if missing. */
  userId?: string
}

/** Returns the options for signing with one of `passkeys`, or with any of this site if empty. Throws passkey.notAvailable. */
export function passkeyOptions(
  { config }: Pick<Deps, 'config'>,
  { purpose, alone }: Asked,
  passkeys: readonly PasskeyRow[] = [],
): PasskeyOptions {
  return {
    challenge: issueOneTime(config.authSecret, purpose, CHALLENGE_SECONDS),
    rpId: requireParty(config).id,
    timeout: DIALOG_MS,
    userVerification: alone ? 'required' : 'preferred',
    allowCredentials: passkeys.map(({ credential_id: id, transports }) => ({ id, transports, type: 'public-key' })),
  }
}

/**
 * Returns the passkey that signed the answer, and marks it and the challenge as used. Returns `unknown` if there is no such
 * passkey, `late` if the challenge has expired, was used, or was issued for another purpose, and `wrong` for all else, including
 * a counter that went back.
 */
export async function verifyPasskeyResponse(
  deps: Pick<Deps, 'config'>,
  tx: Tx,
  asked: Asked,
  answer: PasskeyResponse,
): Promise<PasskeyRow | 'unknown' | 'late' | 'wrong'> {
  const passkey = await lockPasskey(tx, answer.id)
  if (!passkey) return 'unknown'
  const found = await checkSignature(deps, asked, answer, passkey)
  if (found === 'wrong' || found === 'late') return found
  const { userHandle } = answer.response
  if (userHandle !== undefined && userHandle !== userHandleOf(passkey.user_id)) return 'wrong'
  if (asked.userId !== undefined && passkey.user_id !== asked.userId) return 'wrong'
  if (!(await useOnce(tx, found.challenge, found.expiresAt))) return 'late'
  await usePasskey(tx, passkey.id, { counter: found.counter, synced: found.synced })
  return passkey
}

/** Checks the signature of an answer against a key and its counter, without marking anything as used. */
export async function checkSignature(
  deps: Pick<Deps, 'config'>,
  { purpose, alone }: Asked,
  answer: PasskeyResponse,
  key: { public_key: string; counter: string | number },
): Promise<{ challenge: string; expiresAt: Date; counter: number; synced: boolean } | 'late' | 'wrong'> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const party: RelyingParty = requireParty(deps.config)
  let issued: { challenge: string; expiresAt: Date } | undefined
  const { userHandle, ...response } = answer.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: (challenge) => {
        const expiresAt = checkOneTime(deps.config.authSecret, purpose, challenge)
        if (expiresAt) issued = { challenge, expiresAt }
        return expiresAt !== null
      },
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(Buffer.from(key.public_key, 'base64url')),
        counter: Number(key.counter),
      },
      requireUserVerification: alone,
    })
    if (!verified || !issued || isFramed(answer.response.clientDataJSON)) return 'wrong'
    return { ...issued, counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp }
  } catch {
    // The library throws plain errors for any invalid input, from malformed bytes to a wrong origin.
    return issued ? 'wrong' : 'late'
  }
}

/** Returns true if another site's page asked from within a frame, which the library allows. */
export function isFramed(clientDataJSON: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  return (data as { crossOrigin?: unknown }).crossOrigin === true
}

/** Returns the user handle of a member, by which authenticators identify the account. */
export const userHandleOf = (userId: string): string => userHandle(userId).toString('base64url')

/** The bytes of the id, which reveal nothing about the person. */
export const userHandle = (userId: string): Buffer<ArrayBuffer> => Buffer.from(userId.replaceAll('-', ''), 'hex')
