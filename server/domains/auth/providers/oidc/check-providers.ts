import type { Config } from '#server/platform/config/config.ts'
import { reasonOf } from '#server/platform/failure-reason.ts'
import { createOidcProviders } from './oidc-provider.ts'

/** Reads the discovery document of each provider. Returns one line for each, for the operator. */
export async function checkProviders(
  config: Pick<Config, 'oidcProviders' | 'publicUrl'>,
): Promise<{ facts: string[]; problems: string[] }> {
  const found = { facts: [] as string[], problems: [] as string[] }
  const checks = [...createOidcProviders(config).values()].map(async ({ settings, discover }) => {
    const named = `${settings.name} (${settings.issuer})`
    await discover().then(
      () => found.facts.push(`Sign-in with ${named}: its discovery document is complete`),
      (error: unknown) => found.problems.push(`members cannot sign in with ${named}: ${reasonOf(error)}.`),
    )
  })
  await Promise.all(checks)
  return found
}
