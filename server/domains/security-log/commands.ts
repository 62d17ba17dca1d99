import { parseArgs } from 'node:util'
import * as z from 'zod'
import { SECURITY_EVENTS } from '#contract/auth/security-log.ts'
import { type Command, UsageError } from '#server/platform/commands/command.ts'
import { oneLine } from '#server/platform/commands/one-line.ts'
import { errorText } from '#server/platform/errors.ts'
import type { DomainDeps } from '../domain.ts'
import { findUser } from '../users/accounts.ts'
import { listEvents } from './list-events.ts'

const LIMIT = 100
const LIMIT_MAX = 10_000
/** Characters shown of a keyed hash: enough to recognize related entries. */
const SHOWN_CHARS = 10

const TEXT = { type: 'string' } as const
const LOG_OPTIONS = { member: TEXT, event: TEXT, limit: TEXT, after: TEXT, json: { type: 'boolean' } } as const

export const securityLogCommands: Record<string, Command<DomainDeps>> = {
  'security-log': {
    usage: '[--member NAME] [--event NAME] [--limit COUNT] [--json [--after ID]]',
    what: 'show sign-ins, failed sign-ins, refusals and changed credentials; members and networks as keyed hashes',
    async run(deps, args, io) {
      const { values } = parseArgs({ args, options: LOG_OPTIONS })
      const { member: name, event, after, json: isJson } = values
      const limit = Number(values.limit ?? LIMIT)
      const isKnown = event === undefined || (SECURITY_EVENTS as readonly string[]).includes(event)
      const isPlace = after === undefined || (isJson && z.uuid().safeParse(after).success)
      const isCount = Number.isInteger(limit) && limit >= 1 && limit <= LIMIT_MAX
      if (!isKnown || !isPlace || !isCount) throw new UsageError()
      const user = name === undefined ? undefined : await findUser(deps.db, name)
      if (name !== undefined && !user) {
        io.complain(errorText('user.notFound', 'en'))
        return 1
      }
      const rows = await listEvents(deps, { userId: user?.id, event, after, limit })
      if (isJson) {
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
