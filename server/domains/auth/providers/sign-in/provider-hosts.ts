import type { ProviderSettings } from './create-providers.ts'

/** Hosts that the pages' content security policy allows for Facebook's script; the other providers have none. */
export function providerHosts(config: Pick<ProviderSettings, 'facebookAppId'>) {
  const facebook = config.facebookAppId ? 'https://connect.facebook.net' : undefined
  const script = facebook ? [facebook] : []
  return {
    script,
    // Facebook's script inserts style elements.
    style: facebook ? ["'unsafe-inline'"] : [],
    connect: script,
    frame: facebook ? ['https://www.facebook.com'] : [],
  }
}
