import { setTimeout as sleep } from 'node:timers/promises'
import { poll } from '../poll.ts'
import { withDeps } from '../with-deps.ts'
import { type FaultResult, faultsOf, injectFault, updatesOf } from './faults.ts'
import { startClusterSite } from './site.ts'
import { type Failed, startTraffic } from './traffic.ts'

const FILES_EACH = 3
/** A request that was in flight may fail until this long after its fault. */
const GRACE_MS = 1000
const ARRIVED_WITHIN_MS = 120_000

export interface ClusterReport {
  suffered: FaultResult[]
  /** Acknowledged requests. */
  done: { reads: number; views: number; uploads: number; bulks: number; registered: number; resumes: number }
  failedInFlight: number
  /** Unexplained failures, and acknowledged data that is missing; empty if all is well. */
  wrong: string[]
  /** Exit codes of the nodes at the end. */
  codes: (number | null)[]
}

/**
 * Runs two serving and two worker nodes behind nginx under mixed traffic, through one fault after another, for at least `seconds`
 * and at least one round of all faults. With `older`, the folder of an older version, nodes start with that version and are first
 * updated one after another.
 */
export async function runCluster(options: {
  postgresFolder: string
  seconds: number
  faultMs: number
  pauseMs: number
  older?: string | undefined
  say?: (line: string) => void
}): Promise<ClusterReport> {
  const { say = () => {}, faultMs } = options
  const site = await startClusterSite(options.postgresFolder, options.older)
  let report: ClusterReport | undefined
  try {
    const traffic = startTraffic(site, options.pauseMs)
    const works = async () => {
      const visit = { memeId: site.memeId, action: 'view' }
      const [page, write] = await Promise.all([
        fetch(`${site.url}/api/recommendation-feed`),
        fetch(`${site.url}/api/user-action`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'the same' },
          body: JSON.stringify(visit),
        }),
      ]).catch(() => [])
      await Promise.all([page?.text(), write?.text()])
      return Boolean(page?.ok && write?.ok)
    }
    const suffered: FaultResult[] = []
    const began = performance.now()
    await sleep(faultMs)
    const updates = options.older === undefined ? [] : updatesOf(site)
    const faults = faultsOf(site)
    const isOver = (count: number) =>
      count >= updates.length + faults.length && performance.now() - began >= options.seconds * 1000
    for (let at = 0; !isOver(at); at += 1) {
      const fault = updates[at] ?? faults[(at - updates.length) % faults.length]
      if (!fault) break
      suffered.push(await injectFault(fault, faultMs, works))
      say(`${fault.name}: works again after ${Math.round(suffered.at(-1)?.recoveredMs ?? 0)} ms`)
      await sleep(faultMs / 2)
    }
    await traffic.stop()
    const { acknowledged, failed } = traffic
    const inFlight = failed.filter((one) => isExplained(one, suffered))
    const wrong = failed.filter((one) => !inFlight.includes(one)).map(({ what }) => `not in flight: ${what}`)
    await poll(() => acknowledged.registered.every((address) => isMailed(site.mails.taken, address)), {
      withinMs: ARRIVED_WITHIN_MS,
      missing: '',
    }).catch(() => {})
    wrong.push(...(await findMissing(site, acknowledged)))
    const { reads, views, uploads, bulks, registered } = acknowledged
    report = {
      suffered,
      done: {
        reads,
        views,
        uploads: uploads.length,
        bulks: bulks.length,
        registered: registered.length,
        resumes: bulks.reduce((sum, { resumes }) => sum + resumes, 0),
      },
      failedInFlight: inFlight.length,
      wrong,
      codes: [],
    }
    return report
  } finally {
    const codes = await site.stop()
    if (report) report.codes = codes
  }
}

/** Returns true if a request was in flight during a fault for which such requests may fail, and failed with an expected status. */
function isExplained({ kind, what, from, to }: Failed, suffered: FaultResult[]): boolean {
  if (!/: (?:0|502|503|504) /.test(what)) return false
  return suffered.some(
    (fault) =>
      (fault.fails === 'all' || (fault.fails === 'writes' && kind === 'write')) &&
      from <= fault.to + GRACE_MS &&
      to >= fault.from,
  )
}

const isMailed = (taken: { to: string[] }[], address: string) => taken.some(({ to }) => to.includes(address))

/** Checks that everything acknowledged exists and was done exactly once. */
async function findMissing(
  site: Awaited<ReturnType<typeof startClusterSite>>,
  { views, viewsSent, uploads, bulks, registered }: ReturnType<typeof startTraffic>['acknowledged'],
): Promise<string[]> {
  const wrong: string[] = []
  for (const { uploadId, isDone } of bulks) if (!isDone) wrong.push(`the stream of upload ${uploadId} did not end well`)
  for (const address of registered)
    if (!isMailed(site.mails.taken, address)) wrong.push(`no mail arrived at ${address}`)
  await withDeps(site.environment, async ({ db, blobs }) => {
    const counted = await db
      .selectFrom('meme_stats')
      .select('view_count')
      .where('meme_id', '=', site.memeId)
      .executeTakeFirstOrThrow()
    // The health check adds one view.
    if (Number(counted.view_count) < views || Number(counted.view_count) > viewsSent + 1)
      wrong.push(`${counted.view_count} views, ${views} acknowledged of ${viewsSent}`)
    const rows = uploads.length
      ? await db.selectFrom('memes').select(['id', 'status']).where('id', 'in', uploads).execute()
      : []
    const stored = new Map(rows.map(({ id, status }) => [id, status]))
    for (const id of uploads)
      if (stored.get(id) !== 'ready') wrong.push(`the uploaded meme ${id} is ${stored.get(id) ?? 'gone'}`)
    const ids = bulks.map(({ uploadId }) => uploadId)
    const files = ids.length
      ? await db.selectFrom('upload_files').select(['upload_id', 'meme_id']).where('upload_id', 'in', ids).execute()
      : []
    const made = files.flatMap(({ meme_id }) => meme_id ?? [])
    if (made.length !== ids.length * FILES_EACH || new Set(made).size !== made.length)
      wrong.push(`${ids.length} bulk uploads of ${FILES_EACH} made ${new Set(made).size} memes of ${made.length} files`)
    const ofMemes = [...uploads, ...made]
    const keys = ofMemes.length
      ? await db.selectFrom('memes').select(['blob_origin', 'blob_small']).where('id', 'in', ofMemes).execute()
      : []
    for (const key of keys.flatMap(({ blob_origin, blob_small }) => [blob_origin, blob_small]))
      if (!(await blobs.stat(key))) wrong.push(`the file ${key} is missing`)
  })
  return wrong
}
