import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const UP = 0x01
const UV = 0x04
const ATTESTED = 0x40
const NO_AAGUID = Buffer.alloc(16)

export interface SoftAuthenticator {
  credentialId: string
  /** The result of `navigator.credentials.create`, as JSON. */
  create(question: { challenge: string }, changed?: Changes): object
  /** The result of `navigator.credentials.get`, as JSON. */
  get(question: { challenge: string }, changed?: Changes): object
}

interface Changes {
  origin?: string
  rpId?: string
  type?: string
  /** True if the user was verified by PIN or fingerprint. */
  verified?: boolean
  counter?: number
  userHandle?: string | null
  /** True if the page is embedded in a page of another site. */
  crossOrigin?: boolean
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
function u32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** An in-memory passkey (ES256) for one member of a site. */
export function softAuthenticator(site: { origin: string; rpId: string }, userHandle: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const id = randomBytes(32)
  const credentialId = id.toString('base64url')
  const clientData = (type: string, challenge: string, changed: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changed.type ?? type,
        challenge,
        origin: changed.origin ?? site.origin,
        crossOrigin: changed.crossOrigin ?? false,
      }),
    )
  const authData = (
    flags: number,
    { rpId = site.rpId, verified = true, counter = 0 }: Changes,
    rest = Buffer.alloc(0),
  ) => Buffer.concat([sha256(rpId), Buffer.from([flags | (verified ? UV : 0)]), u32(counter), rest])
  const shared = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }
  return {
    credentialId,
    create({ challenge }, changed = {}) {
      const attested = Buffer.concat([NO_AAGUID, u16(id.length), id, Buffer.from(cose)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData(UP | ATTESTED, changed, attested))],
      ])
      return {
        ...shared,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changed).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    get({ challenge }, changed = {}) {
      const client = clientData('webauthn.get', challenge, changed)
      const data = authData(UP, changed)
      const handle = changed.userHandle === undefined ? userHandle : changed.userHandle
      return {
        ...shared,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          ...(handle === null ? {} : { userHandle: handle }),
        },
      }
    },
  }
}
