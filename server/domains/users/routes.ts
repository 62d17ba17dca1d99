import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/register-call.ts'
import { getMe, getUser } from './get-user.ts'
import { presentAccount, presentUserCard } from './present.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  registerCall(app, contract.getMe, async ({ viewer }) => ({ data: presentAccount(await getMe(deps, viewer)) }))

  registerCall(app, contract.getUser, async ({ params }) => ({ data: presentUserCard(await getUser(deps, params.id)) }))
}
