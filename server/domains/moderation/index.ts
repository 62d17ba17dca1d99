import { type Domain, job } from '../domain.ts'
import { changeMemberRoleIn } from './change-member-role.ts'
import { moderationCommands } from './commands.ts'
import { liftSuspensionsJob, liftSuspensionsWorker } from './jobs.ts'
import { forgetModeration } from './moderate.ts'
import { moderationRoutes } from './routes.ts'
import { scoreNewMeme, scorePictureJob, scorePictureWorker } from './scoring/jobs.ts'

export const moderation = {
  provides: (deps) => ({ giveRole: (tx, userId, role) => changeMemberRoleIn(deps, tx, null, userId, role) }),
  routes: moderationRoutes,
  commands: moderationCommands,
  jobs: [job(liftSuspensionsJob, liftSuspensionsWorker), job(scorePictureJob, scorePictureWorker)],
  onMemeWritten: (deps) => (tx, meme) => scoreNewMeme(deps, tx, meme),
  onAccountDeletion: () => ({ before: (tx, user) => forgetModeration(tx, user.id) }),
} satisfies Domain
