import { parseArgs } from 'node:util'
import * as z from 'zod'
import type { ErrorCode } from '#contract/errors.ts'
import { fieldErrors } from '#contract/field-code.ts'
import { REFERENCE_LANGUAGE } from '#contract/languages.ts'
import { OwnQuota } from '#contract/moderation/admin.ts'
import { Because } from '#contract/moderation/moderation.ts'
import { Role } from '#contract/people/roles.ts'
import { DayOrTime, Email, Username } from '#contract/primitives.ts'
import { type Command, type CommandIo, UsageError } from '#server/platform/commands/command.ts'
import { oneLine } from '#server/platform/commands/one-line.ts'
import { AppError, errorText, fieldText } from '#server/platform/errors.ts'
import type { DomainDeps } from '../domain.ts'
import { sweepBlobs } from '../memes/jobs.ts'
import { getMemberStorage, megabytesOf } from '../memes/quota.ts'
import { findUser } from '../users/accounts.ts'
import { isReserved } from '../users/username-keys.ts'
import { changeMemberRole } from './change-member-role.ts'
import { createMember, makeResetLink } from './create-member.ts'
import { deleteMember } from './delete-member.ts'
import { listLog, listReports } from './list-reports.ts'
import { dismissReports, removeMeme, restoreMeme, suspendMember, unsuspendMember } from './moderate.ts'
import { setMemberQuota } from './set-member-quota.ts'

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

function refused(value: string, error: z.ZodError): Error {
  const reasons = fieldErrors(error).map(({ code }) => fieldText(code, REFERENCE_LANGUAGE))
  return new Error(`${JSON.stringify(value)}: ${reasons.join('. ')}`)
}

/** `create NAME EMAIL [--admin]`: prints a link for the new member to set a password. */
async function createAccount(deps: DomainDeps, words: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { admin: { type: 'boolean', default: false }, email: { type: 'string' } },
  })
  const [name, address = values.email, ...others] = positionals
  if (!name || !address || others.length > 0) throw new UsageError()
  const username = Username.refine((typed) => !isReserved(typed), 'usernameReserved').safeParse(name)
  if (!username.success) throw refused(name, username.error)
  const email = Email.safeParse(address)
  if (!email.success) throw refused(address, email.error)
  const role = values.admin ? 'admin' : 'member'
  const person = { username: username.data, email: email.data, role, language: REFERENCE_LANGUAGE } as const
  const { url, expiresAt } = await createMember(deps, null, person)
  io.print(`Created ${values.admin ? 'the admin' : 'the member'} ${username.data}. No email was sent.`)
  printLink(io, url, expiresAt)
  return 0
}

/** `reset-link NAME`: prints a link for a member to set a new password. */
async function printResetLink(deps: DomainDeps, words: string[], io: CommandIo): Promise<number> {
  const [name, ...others] = words
  if (!name || others.length > 0) throw new UsageError()
  const { url, expiresAt } = await makeResetLink(deps, null, name)
  printLink(io, url, expiresAt)
  return 0
}

/** Parses a limit: a number, or `site` for the site's. */
function readLimit(option: string, text: string): number | null {
  if (text === 'site') return null
  if (!/^\d{1,8}$/.test(text))
    throw new Error(`--${option} takes a whole number (0 for no limit) or \`site\`; ${JSON.stringify(text)} is neither`)
  return Number(text)
}

/** `quota NAME [--mb N|site] [--memes N|site]`: sets a member's own limits, if given, and prints their storage use. */
async function memberQuota(deps: DomainDeps, words: string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: { mb: { type: 'string' }, memes: { type: 'string' } },
  })
  const [name, ...others] = positionals
  if (!name || others.length > 0) throw new UsageError()
  const change = OwnQuota.partial().safeParse({
    ...(values.mb === undefined ? {} : { megabytes: readLimit('mb', values.mb) }),
    ...(values.memes === undefined ? {} : { memes: readLimit('memes', values.memes) }),
  })
  if (!change.success) throw new Error('a quota is at most ten million memes and ten million megabytes')
  const user = await findUser(deps.db, name)
  if (!user) throw new AppError('user.notFound')
  if (Object.keys(change.data).length > 0) await setMemberQuota(deps, null, user.id, change.data)
  const { memes, bytes, memesMax, bytesMax } = await getMemberStorage(deps.db, user.id)
  io.print(
    `${user.username}: ${megabytesOf(bytes)} MB of ${bytesMax === null ? 'unlimited' : `${megabytesOf(bytesMax)} MB`}, ${memes} of ${memesMax ?? 'unlimited'} memes`,
  )
  return 0
}

function printLink(io: CommandIo, url: string, expiresAt: string): void {
  io.print(`This link sets the password once, until ${expiresAt}:`)
  io.print(url)
}

const accountActions: Record<string, typeof createAccount> = {
  create: createAccount,
  'reset-link': printResetLink,
  quota: memberQuota,
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
  return printingRefusals(io, async () => {
    const { success, data } = Because.safeParse({ reason: text })
    if (!success) throw new Error('the reason is too long, or has characters that cannot be stored')
    for (const line of await action(deps, target, data.reason)) io.print(line)
    return 0
  })
}

/** Prints the text of a refusal; returns the exit code. */
async function printingRefusals(io: CommandIo, act: () => Promise<number>): Promise<number> {
  try {
    return await act()
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
      `${report.id}  ${report.created_at.toISOString()}  ${report.reason}  meme ${report.meme_id} “${oneLine(report.meme_name)}” by ${report.username ?? 'an unknown user'}`,
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
    usage:
      'create NAME EMAIL [--admin] | reset-link NAME | role NAME member|moderator|admin | quota NAME [--mb N|site] [--memes N|site] | suspend NAME REASON [--until DATE] | unsuspend|delete NAME REASON',
    what: 'create an account or a link that sets a password, change a role, show or set a quota, suspend or unsuspend a member, or delete an account',
    run(deps, args, io) {
      const [verb = '', ...words] = args
      const act = Object.hasOwn(accountActions, verb) ? accountActions[verb] : undefined
      return act ? printingRefusals(io, () => act(deps, words, io)) : perform(userActions, deps, args, io)
    },
  },
}
