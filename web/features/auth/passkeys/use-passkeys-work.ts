import { useQuery } from '@tanstack/react-query'
import { siteConfigQuery } from '../providers/provider-config.ts'

/** Whether this browser can use passkeys of the site at this address; false while loading. */
export function usePasskeysWork(): boolean {
  const { data } = useQuery(siteConfigQuery)
  return data !== undefined && data.passkeyOrigin === location.origin && 'PublicKeyCredential' in globalThis
}
