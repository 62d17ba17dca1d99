import { createDomainDeps } from '../../domain-deps.ts'
import { allDomains } from '../../domains/all-domains.ts'
import type { DomainDeps } from '../../domains/domain.ts'
import { sweepBlobs } from '../../domains/memes/jobs.ts'
import type { OpenedDeps } from '../../open-deps.ts'
import { type Command, type CommandIo, UsageError } from '../../platform/commands/command.ts'
import { oneLine, withoutControls } from '../../platform/commands/one-line.ts'
import { withTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { newestMail, outboxOf } from '../../platform/mail/outbox.ts'
import { deleteDemo } from '../demo/seed-queries.ts'
import { backupCommands } from './backup-commands.ts'
import { blobsCommands } from './blobs-commands.ts'
import { runDoctor } from './doctor.ts'
import { importCommand } from './import-command.ts'

const demoVerbs: Record<string, (deps: Deps, io: CommandIo) => Promise<number>> = {
  async fill(deps, io) {
    const { fillDemo } = await import('../demo/fill.ts')
    if (await fillDemo(deps, () => io.signal.aborted)) {
      io.print('The demo is complete.')
      return 0
    }
    io.complain('Stopped before the demo was complete.')
    return 1
  },
  async remove(deps, io) {
    const people = await withTransaction(deps.db, (tx) => deleteDemo(tx))
    await sweepBlobs(deps)
    io.print(`Removed ${people} demo people with all their memes.`)
    return 0
  },
}

/** The worker of a running server has added the hooks already. */
const domainDeps = (deps: Deps): DomainDeps => ('siteBranding' in deps ? (deps as DomainDeps) : createDomainDeps(deps))

const domainCommands: Record<string, Command<OpenedDeps>> = Object.fromEntries(
  allDomains
    .flatMap(({ commands = {} }) => Object.entries(commands))
    .map(([name, command]) => [
      name,
      {
        ...command,
        run: ({ deps }, args, io) => command.run(domainDeps(deps), args, io),
      } satisfies Command<OpenedDeps>,
    ]),
)

/** Operator commands by name: those of the domains, and those of the whole site. */
export const commands: Record<string, Command<OpenedDeps>> = {
  ...domainCommands,
  ...backupCommands,
  import: importCommand,
  ...blobsCommands,
  migrate: {
    usage: '',
    what: 'bring the database schema up to date',
    async run(_opened, _args, io) {
      io.print('The database is up to date.')
      return 0
    },
  },
  doctor: {
    usage: '[--mail ADDRESS]',
    what: 'check database, clock, storage, disk, quota, mail, public address and backup, and suggest fixes',
    run: runDoctor,
  },
  outbox: {
    usage: '',
    what: 'print the newest email, with its code, of a site without a mail server',
    async run({ deps: { config } }, _args, io) {
      const mail = await newestMail(config.dataDir)
      if (!mail) {
        const reason = config.smtpUrl === undefined ? 'no email was written yet' : 'emails are sent over SMTP'
        io.complain(`memeroom outbox: there is no email in ${outboxOf(config.dataDir)}: ${reason}`)
        return 1
      }
      io.print(`${mail.file}, to ${oneLine(mail.to)}`)
      for (const line of mail.text.split('\n')) io.print(withoutControls(line).trimEnd())
      return 0
    },
  },
  demo: {
    usage: 'fill|remove',
    what: 'add the demo people and their memes, or delete them with their files',
    isLong: ([verb]) => verb === 'fill',
    async run({ deps }, args, io) {
      const [verb = ''] = args
      const run = args.length === 1 && Object.hasOwn(demoVerbs, verb) ? demoVerbs[verb] : undefined
      if (!run) throw new UsageError()
      return run(deps, io)
    },
  },
}
