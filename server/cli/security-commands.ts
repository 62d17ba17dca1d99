import { SECURITY_EVENTS } from '#contract/security-log.ts'
import { signOut, signOutEverybody } from '../domains/auth/sessions/revoke-session.ts'
import { listEvents } from '../domains/security-log/list-events.ts'
import { findUser } from '../domains/users/accounts.ts'
import { errorText } from '../errors.ts'
import type { Command } from './command.ts'
import { oneLine } from './one-line.ts'

const USAGE = '[--member NAME] [--event NAME] [--limit COUNT]'
const LIMIT = 100
const LIMIT_MAX = 10_000
/** Of a keyed hash: enough to see what belongs together. */
const SHOWN_CHARS = 10

const OPTIONS = ['--member', '--event', '--limit']

/** The options by name; null where one is unknown or has no value. */
function readOptions(args: string[]): Map<string, string> | null {
  const options = new Map<string, string>()
  for (let index = 0; index < args.length; index += 2) {
    const [name = '', value] = args.slice(index, index + 2)
    if (!OPTIONS.includes(name) || value === undefined || options.has(name)) return null
    options.set(name, value)
  }
  return options
}

const SIGN_OUT_USAGE = 'NAME | --everybody'

export const securityCommands: Record<string, Command> = {
  'sign-out': {
    usage: SIGN_OUT_USAGE,
    what: 'end all sessions and access tokens of a member, or of everybody',
    async run({ deps }, args, io) {
      const [name, ...others] = args
      if (!name || others.length > 0) {
        io.complain(`usage: sign-out ${SIGN_OUT_USAGE}`)
        return 1
      }
      if (name === '--everybody') {
        const members = await signOutEverybody(deps)
        io.print(`Signed out everybody: ${members} ${members === 1 ? 'member' : 'members'}.`)
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

  'security-log': {
    usage: USAGE,
    what: 'show who signed in, failed to, was refused or changed credentials; members and networks as keyed hashes',
    async run({ deps }, args, io) {
      const options = readOptions(args)
      const limit = Number(options?.get('--limit') ?? LIMIT)
      const event = options?.get('--event')
      const isKnown = event === undefined || (SECURITY_EVENTS as readonly string[]).includes(event)
      if (!options || !isKnown || !Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
        io.complain(`usage: security-log ${USAGE}`)
        return 1
      }
      const name = options.get('--member')
      const user = name === undefined ? undefined : await findUser(deps.db, name)
      if (name !== undefined && !user) {
        io.complain(errorText('user.notFound', 'en'))
        return 1
      }
      const rows = await listEvents(deps, { userId: user?.id, event, limit })
      for (const row of rows.reverse()) {
        const who = row.subject_key?.slice(0, SHOWN_CHARS) ?? '-'
        const network = row.network_key?.slice(0, SHOWN_CHARS) ?? '-'
        const rest = [row.device, row.detail].filter(Boolean).join('  ')
        io.print(oneLine(`${row.at.toISOString()} ${row.event} ${who} ${network} ${rest}`))
      }
      if (rows.length === 0) io.print('The security log is empty.')
      return 0
    },
  },
}
