import { type Command, UsageError } from '#server/platform/commands/command.ts'
import { errorText } from '#server/platform/errors.ts'
import type { DomainDeps } from '../domain.ts'
import { findUser } from '../users/accounts.ts'
import { signOut, signOutAll } from './sessions/revoke-session.ts'

export const authCommands: Record<string, Command<DomainDeps>> = {
  'sign-out': {
    usage: 'NAME | --everybody',
    what: 'end all sessions and access tokens of a member, or of everyone',
    async run(deps, args, io) {
      const [name, ...others] = args
      if (!name || others.length > 0) throw new UsageError()
      if (name === '--everybody') {
        const members = await signOutAll(deps)
        io.print(`Signed out everyone: ${members} ${members === 1 ? 'member' : 'members'}.`)
        return 0
      }
      const user = await findUser(deps.db, name)
      if (!user) {
        io.complain(errorText('user.notFound', 'en'))
        return 1
      }
      await signOut(deps, user.id)
      io.print(`Signed out ${user.username}.`)
      return 0
    },
  },
}
