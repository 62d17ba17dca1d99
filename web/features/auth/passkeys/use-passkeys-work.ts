import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../../../lib/site-config.ts'

/** Returns true if this browser can use the site's passkeys at this address. False while loading. */
export function usePasskeysWork(): boolean {
  const { data } = useQuery(siteConfigQuery)
  return data !== undefined && data.passkeyOrigin === location.origin && 'PublicKeyCredential' in globalThis
}
