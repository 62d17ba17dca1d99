import { randomBytes } from 'node:crypto'
import { statfs, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isNearQuota } from '#contract/memes/storage.ts'
import { checkProviders } from '../../domains/auth/providers/oidc/check-providers.ts'
import { getSiteStorage, megabytesOf } from '../../domains/memes/quota.ts'
import { PACK_FILE, readPacks } from '../../domains/search/known-templates/read-packs.ts'
import { readSettings } from '../../domains/settings/read-settings.ts'
import type { OpenedDeps } from '../../open-deps.ts'
import type { CommandIo } from '../../platform/commands/command.ts'
import { LOCAL_HOSTS } from '../../platform/config/config.ts'
import { databaseHealth } from '../../platform/db/health.ts'
import type { Deps } from '../../platform/deps.ts'
import { reasonOf } from '../../platform/failure-reason.ts'
import { stagingPath } from '../../platform/images/staging.ts'
import { readJobFigures, readLastBackup } from '../../platform/jobs/job-figures.ts'
import { lineOf } from '../../platform/unavailable.ts'
import { productVersion } from '../../platform/version.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { clockOffset } from './clock-offset.ts'

/** The effects of a missing mail server, with workarounds. */
const WITHOUT_MAIL = [
  'Mail: SMTP_URL is not set; emails are files in DATA_DIR/outbox. Without a mail server:',
  '  sign-ups and changes of email addresses need a code that is only in the outbox; create accounts with: user create NAME EMAIL',
  '  members who forget their passwords get no code; create a link with: user reset-link NAME',
  '  members get no emails about new logins, changed passwords, moderation decisions, finished exports, or activity',
]

interface Findings {
  facts: string[]
  /** Problems with their remedies, one line each. */
  problems: string[]
}

const GB = 1e9
const FREE_LEAST_GB = 1
const CLOCK_OFF_MS = 5000
const SLOW_MS = 100
const ROUNDS = 5
const LIMIT_MS = 10_000
const BACKUP_OLD_DAYS = 2
const DAY_MS = 86_400_000
const POSTGRES_LEAST = 16

/** `doctor`: checks the site's dependencies. Returns 1 and the remedies if it finds a problem. */
export async function runDoctor(opened: OpenedDeps, args: string[], io: CommandIo): Promise<number> {
  const { values } = parseArgs({ args, options: { mail: { type: 'string' } } })
  const { deps } = opened
  const findings: Findings = await databaseHealth(opened.engine, opened.maintenance)
  findings.facts.unshift(`Memeroom ${await productVersion()}`)
  const checks: [string, (findings: Findings) => Promise<void>][] = [
    ['database', (found) => checkDatabase(opened, found)],
    ['clock', checkClock],
    ['replica', (found) => checkReplica(deps, found)],
    ['storage', (found) => checkStorage(deps, found)],
    ['disk', (found) => checkDisk(deps, found)],
    ['quota', (found) => checkQuota(deps, found)],
    ['mail', (found) => checkMail(deps, values.mail, found)],
    ['PUBLIC_URL', (found) => checkPublicUrl(deps, found)],
    ['access', (found) => checkAccess(deps, found)],
    ['sign-in', (found) => checkSignIn(deps, found)],
    ['backup', (found) => checkBackup(deps, found)],
    ['jobs', (found) => checkJobs(deps, found)],
    ['known templates', (found) => checkKnownTemplates(deps, found)],
  ]
  for (const [name, check] of checks) {
    await withTimeout(LIMIT_MS, check(findings), `no response within ${LIMIT_MS / 1000} s`).catch((error: unknown) =>
      findings.problems.push(`${name}: ${lineOf(error)}`),
    )
  }
  describeSettings(deps, findings)
  for (const fact of findings.facts) io.print(fact)
  for (const problem of findings.problems) io.print(`! ${problem}`)
  if (findings.problems.length === 0) io.print('No problems found.')
  else {
    const count = findings.problems.length === 1 ? 'one problem' : `${findings.problems.length} problems, the first`
    io.complain(`memeroom doctor: ${count}: ${findings.problems[0]}`)
  }
  return findings.problems.length > 0 ? 1 : 0
}

async function checkDatabase({ engine }: OpenedDeps, { facts, problems }: Findings): Promise<void> {
  const times: number[] = []
  let off = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = Date.now()
    const { rows } = await engine.executeSql('select extract(epoch from clock_timestamp())::float8 * 1000 as now')
    const ended = Date.now()
    times.push(ended - began)
    off = Number(rows[0]?.now) - (began + ended) / 2
  }
  const middle = times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0
  facts.push(`Database: a query takes ${middle} ms`)
  if (middle > SLOW_MS) problems.push(`the database takes ${middle} ms per query: move it closer, or check its load.`)
  if (Math.abs(off) > CLOCK_OFF_MS)
    problems.push(
      `the clocks of this machine and of the database differ by ${Math.round(off / 1000)} s: run NTP on both.`,
    )
  if (engine.kind === 'embedded') return
  const { rows } = await engine.executeSql(
    `select current_setting('server_version_num')::int / 10000 as major,
      (select extversion from pg_extension where extname = 'vector') as vector,
      has_schema_privilege(current_user, 'public', 'create') as "mayMigrate"`,
  )
  const [row] = rows
  facts.push(`pgvector ${String(row?.vector)}`)
  if (Number(row?.major) < POSTGRES_LEAST)
    problems.push(`PostgreSQL ${String(row?.major)} is too old: update to ${POSTGRES_LEAST} or newer.`)
  if (row?.mayMigrate !== true)
    problems.push(
      'the account of DATABASE_URL cannot create tables, so updates will fail: grant create on schema public.',
    )
}

async function checkReplica({ reads }: Deps, { facts, problems }: Findings): Promise<void> {
  const figures = await reads.look()
  if (!figures) return
  if (figures.problem === null) facts.push(`Replica: reads work, at most ${Math.ceil(figures.lagMs ?? 0)} ms behind`)
  else
    problems.push(
      `the replica of DATABASE_READ_URL is not used (${figures.problem}): start it, or unset the variable; the primary serves its reads meanwhile.`,
    )
}

/** Writes, reads and removes a probe file. */
async function checkStorage({ config, blobs, stagingDir }: Deps, { facts, problems }: Findings): Promise<void> {
  const key = `doctor-${randomBytes(8).toString('hex')}.bin`
  const content = randomBytes(1000)
  const staged = await stagingPath(stagingDir, 'doctor')
  const where = config.storageUrl === undefined ? 'DATA_DIR/media' : 'STORAGE_URL'
  const began = performance.now()
  try {
    await writeFile(staged, content)
    await blobs.put(key, staged, 'application/octet-stream')
    const read = await blobs.read(key)
    const chunks: Buffer[] = []
    for await (const chunk of read?.stream ?? []) chunks.push(chunk as Buffer)
    if (!Buffer.concat(chunks).equals(content))
      problems.push(`${where} returns different bytes than were written to it.`)
    await blobs.remove(key)
    if (await blobs.stat(key)) problems.push(`${where} does not delete removed files: check its permissions.`)
    facts.push(`Storage (${where}): write, read and remove work, ${Math.round(performance.now() - began)} ms`)
  } catch (error) {
    problems.push(`${where} cannot be used (${lineOf(error)}): check its address, credentials and permissions.`)
  }
}

async function checkDisk({ config }: Deps, { facts, problems }: Findings): Promise<void> {
  const { bavail, bsize, ffree } = await statfs(config.dataDir)
  const free = (bavail * bsize) / GB
  facts.push(`Disk of DATA_DIR: ${free.toFixed(1)} GB free`)
  if (free < FREE_LEAST_GB) problems.push(`the disk of DATA_DIR has ${free.toFixed(2)} GB left: make room.`)
  if (ffree === 0 && bavail === 0) problems.push('the disk of DATA_DIR has no room for more files.')
}

async function checkQuota({ db }: Deps, { facts, problems }: Findings): Promise<void> {
  const { used, max } = await getSiteStorage(db)
  const quotas = [
    { unit: 'memes', used: used.memes, max: max.memes },
    { unit: 'MB', used: megabytesOf(used.bytes), max: max.bytes === null ? null : megabytesOf(max.bytes) },
  ]
  for (const quota of quotas) {
    if (quota.max === null) continue
    const line = `the site stores ${quota.used} of ${quota.max} ${quota.unit}`
    if (isNearQuota(quota.used, quota.max))
      problems.push(`${line}; uploads stop at the quota: delete memes, or raise it under Administration → Settings.`)
    else facts.push(`Quota: ${line}`)
  }
}

async function checkMail({ config, mail }: Deps, to: string | undefined, { facts, problems }: Findings): Promise<void> {
  if (to === undefined) {
    if (config.smtpUrl === undefined) facts.push(...WITHOUT_MAIL)
    else facts.push('Mail: over SMTP; doctor --mail ADDRESS sends a test message')
    return
  }
  const text = `This is a test message from ${config.publicUrl}. If you can read it, the site can send you emails.`
  try {
    await mail.send({ to, subject: 'Test message', text, html: `<p>${text}</p>` })
    facts.push(
      config.smtpUrl === undefined
        ? 'Mail: wrote a test message'
        : `Mail: the server accepted a test message for ${to}`,
    )
  } catch (error) {
    problems.push(`the test message was not sent (${lineOf(error)}): check SMTP_URL and MAIL_FROM.`)
  }
}

async function checkAccess({ config, db }: Deps, { problems }: Findings): Promise<void> {
  if (config.mediaUrl !== undefined && (await readSettings(db)).access === 'members')
    problems.push('MEDIA_URL is set on a site for members only, so pictures do not load: remove MEDIA_URL.')
}

async function checkSignIn({ config }: Deps, { facts, problems }: Findings): Promise<void> {
  const found = await checkProviders(config)
  facts.push(...found.facts)
  problems.push(...found.problems)
}

/** Requests the site at its public URL, as a visitor would through the proxy. */
async function checkPublicUrl({ config }: Deps, { facts, problems }: Findings): Promise<void> {
  const { hostname, protocol } = new URL(config.publicUrl)
  const isLocal = LOCAL_HOSTS.includes(hostname)
  const answer = await healthAt(config.publicUrl).catch((error: unknown) => reasonOf(error))
  const own = `http://127.0.0.1:${config.port}`
  if (typeof answer !== 'string' && answer.isAlive) facts.push(`${config.publicUrl} answers`)
  else if (typeof answer !== 'string')
    problems.push(
      `${config.publicUrl} is answered by something else (status ${answer.status}): point the proxy to this server.`,
    )
  else if (!(await healthAt(own).catch(() => undefined))?.isAlive)
    facts.push(`No server answers on port ${config.port} here, so ${config.publicUrl} was not checked`)
  else if (isLocal)
    facts.push(
      `The server answers on port ${config.port}; ${config.publicUrl} does not lead there from here, as in a container that publishes another port`,
    )
  else
    problems.push(
      `${config.publicUrl} cannot be reached by this server (${answer}): check DNS, certificate, and proxy.`,
    )
  if (isLocal) return
  if (protocol !== 'https:')
    problems.push('PUBLIC_URL is not https: browsers allow neither passkeys nor copying pictures there.')
  if (config.trustProxy === 0)
    facts.push('TRUST_PROXY is off: correct only if visitors connect to this server directly, without a proxy')
}

async function healthAt(origin: string): Promise<{ isAlive: boolean; status: number }> {
  const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(LIMIT_MS / 4) })
  const body: unknown = await answer.json().catch(() => undefined)
  return { isAlive: (body as { status?: unknown } | undefined)?.status === 'alive', status: answer.status }
}

/** Compares this machine's clock with a time server (SNTP, RFC 4330). */
async function checkClock({ facts, problems }: Findings): Promise<void> {
  const offMs = await clockOffset().catch(() => undefined)
  if (offMs === undefined) facts.push('Clock: not compared, because no time server answered')
  else if (Math.abs(offMs) <= CLOCK_OFF_MS) facts.push('Clock: agrees with a time server')
  else
    problems.push(
      `the clock of this machine is off by ${Math.round(offMs / 1000)} s: run NTP; otherwise authenticator codes and S3 requests fail.`,
    )
}

async function checkBackup({ db }: Deps, { facts, problems }: Findings): Promise<void> {
  const last = await readLastBackup(db)
  if (!last) facts.push('Backup: none yet; see docs/operating.md')
  else {
    facts.push(`Backup: the last one was made at ${last.toISOString()}`)
    const days = Math.floor((Date.now() - last.getTime()) / DAY_MS)
    if (days >= BACKUP_OLD_DAYS) problems.push(`the last backup is ${days} days old: run backup DIR.`)
  }
}

async function checkJobs({ db }: Deps, { problems }: Findings): Promise<void> {
  for (const { kind, failed } of await readJobFigures(db))
    if (failed > 0)
      problems.push(`jobs: ${failed} of ${kind} failed recently: look for "a job failed" in the server's log.`)
}

async function checkKnownTemplates({ config }: Deps, { facts, problems }: Findings): Promise<void> {
  const { own, problem } = readPacks(config.dataDir)
  if (problem !== null) problems.push(`DATA_DIR/${PACK_FILE} is ignored: ${problem.message}`)
  else if (own !== null) facts.push(`Known templates: ${own} from DATA_DIR/${PACK_FILE}`)
}

function describeSettings({ config, reader, meaning }: Deps, { facts }: Findings): void {
  const on = (isOn: boolean) => (isOn ? 'on' : 'off')
  facts.push(
    `Reading pictures ${on(reader !== null)} (${config.ocrLanguages}), CLIP ${on(meaning !== null)}, Google ${on(config.googleClientId !== undefined)}, Facebook ${on(config.facebookAppId !== undefined)}, rate limits ${on(config.rateLimits)}, workers ${config.workers}`,
  )
}
