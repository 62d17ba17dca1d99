import type { Deps } from '#server/platform/deps.ts'
import type { Member } from '#server/platform/viewer.ts'
import { type Domain, job } from '../domain.ts'
import { authCommands } from './commands.ts'
import { sweepSignInJob, sweepSignInWorker } from './jobs.ts'
import { relyingParty } from './passkeys/relying-party.ts'
import { requireFreshProof } from './proof/fresh-proof.ts'
import { createOidcProviders } from './providers/oidc/oidc-provider.ts'
import { createProviders } from './providers/sign-in/create-providers.ts'
import { providerHosts } from './providers/sign-in/provider-hosts.ts'
import { authRoutes } from './routes.ts'
import { createTokenReader } from './sessions/read-token.ts'

export const auth = {
  provides: (deps: Deps) => ({
    readToken: createTokenReader(deps),
    requireFreshProof: (viewer: Member) => requireFreshProof(deps, viewer),
    providers: createProviders(deps.config),
    oidc: createOidcProviders(deps.config),
    providerHosts: providerHosts(deps.config),
    passkeyOrigin: relyingParty(deps.config)?.origin ?? null,
  }),
  routes: authRoutes,
  commands: authCommands,
  jobs: [job(sweepSignInJob, sweepSignInWorker)],
} satisfies Domain
