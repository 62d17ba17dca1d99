import * as z from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { Because } from '#contract/moderation/moderation.ts'
import { Role } from '#contract/people/roles.ts'
import { DayOrTime } from '#contract/primitives.ts'
import { type Command, type CommandIo, UsageError } from '#server/platform/commands/command.ts'
import { oneLine } from '#server/platform/commands/one-line.ts'
import { AppError, errorText } from '#server/platform/errors.ts'
import type { DomainDeps } from '../domain.ts'
import { sweepBlobs } from '../memes/jobs.ts'
import { changeMemberRole } from './change-member-role.ts'
import { deleteMember } from './delete-member.ts'
import { listLog, listReports } from './list-reports.ts'
import { dismissReports, removeMeme, restoreMeme, suspendMember, unsuspendMember } from './moderate.ts'

/** Rejects malformed ids without a query. */
function readId(text: string, otherwise: ErrorCode): string {
  if (!z.uuid().safeParse(text).success) throw new AppError(otherwise)
  return text
}

type ModerationAction = (deps: DomainDeps, target: string, reason: string) => Promise<string[]>

const memeActions: Record<string, ModerationAction> = {
  async remove(deps, id, reason) {
    const { sameAs } = await removeMeme(deps, null, readId(id, 'meme.notFound'), reason)
    const others = sameAs.length > 0 ? [`The same picture is shown by: ${sameAs.join(' ')}`] : []
    return [`Removed meme ${id}.`, ...others]
  },
  async restore(deps, id, reason) {
    await restoreMeme(deps, null, readId(id, 'meme.notFound'), reason)
    return [`Restored meme ${id}.`]
  },
}

/**
 * The reason, and the time of `--until`: a day such as 2026-12-31, or an ISO time.
 * @throws an error with one line if the time is missing, does not exist or is past, or if there is no reason
 */
function readUntil(words: string): { reason: string; until: Date | null } {
  const [, before = words, day, after = ''] = /^(.*?)--until(?:[ =](\S*)(.*))?$/s.exec(words) ?? []
  if (before === words) return { reason: words, until: null }
  const until = DayOrTime.safeParse(day).data
  const reason = `${before.trim()} ${after.trim()}`.trim()
  if (!until || until.getTime() <= Date.now())
    throw new Error(
      `--until takes a future day such as 2027-12-31, or an ISO time; ${JSON.stringify(day ?? '')} is neither`,
    )
  if (!reason) throw new Error('the reason is missing')
  return { reason, until }
}

const ROLE_NAMES: Record<Role, string> = { member: 'a member', moderator: 'a moderator', admin: 'an admin' }

const userActions: Record<string, ModerationAction> = {
  async suspend(deps, name, words) {
    const { reason, until } = readUntil(words)
    await suspendMember(deps, null, name, reason, until)
    return [until ? `Suspended ${name} until ${until.toISOString()}.` : `Suspended ${name}.`]
  },
  async unsuspend(deps, name, reason) {
    await unsuspendMember(deps, null, name, reason)
    return [`${name} is no longer suspended.`]
  },
  async role(deps, name, text) {
    const role = Role.safeParse(text)
    if (!role.success) throw new Error('a role is member, moderator or admin')
    await changeMemberRole(deps, null, name, role.data)
    return [`${name} is ${ROLE_NAMES[role.data]} now.`]
  },
  async delete(deps, name, reason) {
    await deleteMember(deps, null, name, reason)
    await sweepBlobs(deps)
    return [`Deleted ${name} with all their content.`]
  },
}

const reportActions: Record<string, ModerationAction> = {
  async dismiss(deps, id, reason) {
    const { count } = await dismissReports(deps, null, readId(id, 'report.notFound'), reason)
    return [`Dismissed ${count} ${count === 1 ? 'report' : 'reports'}.`]
  },
}

/** Runs `VERB TARGET REASON…`. The reason (or the role) is required and logged; the affected member receives the reason. */
async function perform(
  actions: Record<string, ModerationAction>,
  deps: DomainDeps,
  args: string[],
  io: CommandIo,
): Promise<number> {
  const [verb = '', target = '', ...words] = args
  const action = Object.hasOwn(actions, verb) ? actions[verb] : undefined
  const text = words.join(' ').trim()
  if (!action || !target || !text) throw new UsageError()
  try {
    const { success, data } = Because.safeParse({ reason: text })
    if (!success) throw new Error('the reason has characters that cannot be stored, or is too long')
    for (const line of await action(deps, target, data.reason)) io.print(line)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    io.complain(errorText(error.code, 'en'))
    return 1
  }
}

async function printReports(deps: DomainDeps, io: CommandIo): Promise<number> {
  const reports = await listReports(deps)
  for (const report of reports) {
    io.print(
      `${report.id}  ${report.created_at.toISOString()}  ${report.reason}  meme ${report.meme_id} “${oneLine(report.meme_name)}” by ${report.username ?? 'nobody'}`,
    )
    io.print(`    ${deps.config.publicUrl}/?view=${report.meme_id}`)
    if (report.note) io.print(`    ${oneLine(report.note)}`)
  }
  if (reports.length === 0) io.print('No open reports.')
  return 0
}

async function printLog(deps: DomainDeps, io: CommandIo): Promise<number> {
  for (const entry of await listLog(deps))
    io.print(
      `${entry.at.toISOString()}  ${entry.action}  ${entry.target_kind} ${entry.target_id}  ${oneLine(entry.reason)}`,
    )
  return 0
}

/** Moderation commands. */
export const moderationCommands: Record<string, Command<DomainDeps>> = {
  reports: {
    usage: '[log | dismiss ID REASON]',
    what: 'list open reports, dismiss reports, or show the moderation log',
    run(deps, args, io) {
      if (args.length === 0) return printReports(deps, io)
      if (args[0] === 'log') return printLog(deps, io)
      return perform(reportActions, deps, args, io)
    },
  },
  meme: {
    usage: 'remove|restore ID REASON',
    what: 'hide a meme, or show it again; its author gets the reason by email',
    run: (deps, args, io) => perform(memeActions, deps, args, io),
  },
  user: {
    usage: 'role NAME member|moderator|admin | suspend NAME REASON [--until DATE] | unsuspend|delete NAME REASON',
    what: 'make a member a moderator or an admin, suspend or unsuspend a member, or delete an account',
    run: (deps, args, io) => perform(userActions, deps, args, io),
  },
}
