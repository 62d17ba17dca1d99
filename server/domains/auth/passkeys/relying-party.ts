import { isIP } from 'node:net'
import type { Config } from '#server/platform/config/config.ts'
import { AppError } from '#server/platform/errors.ts'

/** The site as a WebAuthn relying party. */
export interface RelyingParty {
  /** The host name that every passkey is bound to. */
  id: string
  /** The only origin that may use the site's passkeys. */
  origin: string
}

/** Derives the relying party from PUBLIC_URL; null if its host is an IP address, which cannot have passkeys. */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin }
}

/** Throws passkey.notAvailable. */
export function requireParty(config: Pick<Config, 'publicUrl'>): RelyingParty {
  const party = relyingParty(config)
  if (!party) throw new AppError('passkey.notAvailable')
  return party
}
