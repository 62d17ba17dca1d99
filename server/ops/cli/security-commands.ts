import * as z from 'zod'
import { SECURITY_EVENTS } from '#contract/auth/security-log.ts'
import { signOut, signOutEverybody } from '../../domains/auth/sessions/revoke-session.ts'
import { listEvents } from '../../domains/security-log/list-events.ts'
import { findUser } from '../../domains/users/accounts.ts'
import { errorText } from '../../platform/errors.ts'
import type { Command } from './command.ts'
import { oneLine } from './one-line.ts'
import { parseArgs } from './parse-args.ts'

const USAGE = '[--member NAME] [--event NAME] [--limit COUNT] [--json [--after ID]]'
const LIMIT = 100
const LIMIT_MAX = 10_000
/** Characters shown of a keyed hash: enough to recognize related entries. */
const SHOWN_CHARS = 10

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
      const { words, values, flags, isWrong } = parseArgs(args, {
        values: ['--member', '--event', '--limit', '--after'],
        flags: ['--json'],
      })
      const limit = Number(values.get('--limit') ?? LIMIT)
      const event = values.get('--event')
      const after = values.get('--after')
      const isKnown = event === undefined || (SECURITY_EVENTS as readonly string[]).includes(event)
      const isPlace = after === undefined || (flags.has('--json') && z.uuid().safeParse(after).success)
      const isCount = Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX
      if (words.length > 0 || isWrong || !isKnown || !isPlace || !isCount) {
        io.complain(`usage: security-log ${USAGE}`)
        return 1
      }
      const name = values.get('--member')
      const user = name === undefined ? undefined : await findUser(deps.db, name)
      if (name !== undefined && !user) {
        io.complain(errorText('user.notFound', 'en'))
        return 1
      }
      const rows = await listEvents(deps, { userId: user?.id, event, after, limit })
      if (flags.has('--json')) {
        for (const row of rows) io.print(JSON.stringify(row))
        return 0
      }
      for (const row of rows) {
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
