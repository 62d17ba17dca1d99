import type { ProviderSettings } from './create-providers.ts'

/** Hosts that the pages' content security policy allows for the configured providers. */
export function providerHosts(config: Pick<ProviderSettings, 'googleClientId' | 'facebookAppId'>) {
  const google = config.googleClientId ? 'https://accounts.google.com' : undefined
  const facebook = config.facebookAppId ? 'https://connect.facebook.net' : undefined
  const script = [google, facebook].filter((host) => host !== undefined)
  return {
    script,
    // Facebook's script inserts style elements.
    style: [google, facebook && "'unsafe-inline'"].filter((source) => source !== undefined),
    connect: script,
    frame: [google, config.facebookAppId ? 'https://www.facebook.com' : undefined].filter((host) => host !== undefined),
  }
}
