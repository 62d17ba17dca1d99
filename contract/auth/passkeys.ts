import * as z from 'zod'
import { defineCall } from '../call.ts'
import { PASSKEY_NAME_MAX_CHARS } from '../limits.ts'
import { isPlainLine, normalLine } from '../people/names.ts'
import { Id, IsoDate, MessageAnswer, okData, optional, text, upTo } from '../primitives.ts'
import { isVisible } from '../words.ts'
import { SignedIn } from './auth.ts'

/** Bytes as base64url without padding. */
const bytes = (max: number) =>
  text()
    .max(max, 'tooLong')
    .regex(/^[\w-]+$/, 'invalidValue')

const CredentialId = bytes(1400)
const credential = { id: CredentialId, rawId: CredentialId, type: z.literal('public-key') }

/** The result of `navigator.credentials.get`, as JSON. */
export const PasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: optional(bytes(100)),
  }),
})
export type PasskeyResponse = z.infer<typeof PasskeyResponse>

/** The result of `navigator.credentials.create`, as JSON. */
const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: optional(z.array(text().regex(/^[a-z-]{1,20}$/, 'invalidValue')).max(10)),
  }),
})

const PasskeyName = text()
  .min(1, { error: 'requiredField', abort: true })
  .transform(normalLine)
  .refine(...upTo(PASSKEY_NAME_MAX_CHARS))
  .refine((value) => isPlainLine(value) && isVisible(value), 'nameCharacters')
  .describe(`The device or service that stores the passkey; at most ${PASSKEY_NAME_MAX_CHARS} characters`)

export const PasskeyInput = z.object({ name: PasskeyName, credential: NewCredential })
export type PasskeyInput = z.infer<typeof PasskeyInput>

export const Passkey = z
  .object({
    _id: Id,
    name: z.string(),
    /** True if the passkey is synced to several devices. */
    synced: z.boolean(),
    createdAt: IsoDate,
    lastUsedAt: IsoDate.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})
const Verification = z.enum(['required', 'preferred', 'discouraged'])

/** Options for `navigator.credentials.get`. */
export const PasskeyOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    userVerification: Verification,
    allowCredentials: z.array(Credential),
  })
  .meta({ id: 'PasskeyOptions' })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

/** Options for `navigator.credentials.create`. */
export const NewPasskeyOptions = z
  .object({
    challenge: z.string(),
    timeout: z.int(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    excludeCredentials: z.array(Credential),
    authenticatorSelection: z.object({
      residentKey: Verification,
      requireResidentKey: z.boolean(),
      userVerification: Verification,
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'NewPasskeyOptions' })
export type NewPasskeyOptions = z.infer<typeof NewPasskeyOptions>

const tag = 'auth'
const anyone = { tag, auth: 'public' } as const
const member = { tag, auth: 'member' } as const
const params = z.object({ id: Id })

export const askForPasskey = defineCall('POST /auth/passkey/options', {
  ...anyone,
  strangers: 'always',
  summary: 'Get options for signing in with a passkey; the challenge works once and expires after some minutes',
  failures: ['passkey.notAvailable'],
  response: okData(PasskeyOptions),
})
export const passkeySignIn = defineCall('POST /auth/passkey', {
  ...anyone,
  strangers: 'always',
  summary: 'Sign in with a passkey, which replaces the password and the second factor',
  body: z.object({ credential: PasskeyResponse }),
  failures: [
    'passkey.notAvailable',
    'passkey.invalid',
    'auth.challengeInvalid',
    'auth.accountDeleted',
    'auth.accountSuspended',
  ],
  response: SignedIn,
})
export const listPasskeys = defineCall('GET /users/me/passkeys', {
  ...member,
  suspendedAllowed: true,
  summary: 'List your passkeys, newest first',
  response: okData(z.array(Passkey)),
})
export const beginPasskey = defineCall('POST /users/me/passkeys/options', {
  ...member,
  freshProof: true,
  summary: 'Get options for creating a passkey; the challenge works once, in this session',
  failures: ['passkey.notAvailable', 'passkey.tooMany'],
  response: okData(NewPasskeyOptions),
})
export const addPasskey = defineCall('POST /users/me/passkeys', {
  ...member,
  status: 201,
  freshProof: true,
  summary: 'Add a passkey that was created with the options',
  body: PasskeyInput,
  failures: ['passkey.notAvailable', 'passkey.invalid', 'passkey.exists', 'passkey.tooMany'],
  response: okData(Passkey),
})
export const renamePasskey = defineCall('PUT /users/me/passkeys/{id}', {
  ...member,
  summary: 'Rename a passkey',
  params,
  body: z.object({ name: PasskeyName }),
  failures: ['passkey.notFound'],
  response: okData(Passkey),
})
export const removePasskey = defineCall('DELETE /users/me/passkeys/{id}', {
  ...member,
  suspendedAllowed: true,
  freshProof: true,
  summary: 'Remove a passkey; removing the last one also ends passkeys as a second factor',
  params,
  failures: ['passkey.notFound'],
  response: MessageAnswer,
})
