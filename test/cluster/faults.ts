import { setTimeout as sleep } from 'node:timers/promises'
import { poll } from '../poll.ts'
import type { ClusterSite } from './site.ts'

/** Something that goes wrong for a while. */
export interface Fault {
  name: string
  begin(): Promise<void>
  /** From then on everything works again by itself. */
  end(): Promise<void>
  /** Which answers may fail meanwhile; nothing else may, ever. */
  fails: 'all' | 'writes' | 'none'
}

const RECOVERED_WITHIN_MS = 60_000

/** Each in its turn, over and over. */
export function faultsOf(site: ClusterSite): Fault[] {
  const { webs, workers, postgres, bucket, mails } = site
  const restarted = (kind: 'kill' | 'drain', nodes: ClusterSite['webs'], fails: Fault['fails']) =>
    nodes.map(
      (node): Fault => ({
        name: `${node.name} ${kind === 'kill' ? 'killed' : 'drained and started again'}`,
        async begin() {
          const code = await node[kind]()
          if (kind === 'drain' && code !== 0) throw new Error(`${node.name} ended with ${code}: ${node.now().log()}`)
        },
        end: () => node.start(),
        fails,
      }),
    )
  const [killedWebs, drainedWebs] = [restarted('kill', webs, 'all'), restarted('drain', webs, 'all')]
  const [killedWorkers, drainedWorkers] = [restarted('kill', workers, 'none'), restarted('drain', workers, 'none')]
  const stopped = (mode: 'immediate' | 'fast'): Fault => ({
    name: `PostgreSQL stopped (${mode})`,
    begin: () => postgres.halt(mode),
    end: () => postgres.resume(),
    fails: 'all',
  })
  const storage: Fault = {
    name: 'half of all calls to S3 fail',
    begin: async () => bucket.failShare(0.5),
    end: async () => bucket.failShare(0),
    fails: 'writes',
  }
  const mail: Fault = {
    name: 'mail server down',
    begin: () => mails.halt(),
    end: () => mails.resume(),
    fails: 'none',
  }
  const mixed = [0, 1].map((at) => [killedWebs[at], stopped(at === 0 ? 'immediate' : 'fast'), killedWorkers[at]])
  const calm = [0, 1].map((at) => [storage, drainedWebs[at], mail, drainedWorkers[at]])
  return [mixed[0], calm[0], mixed[1], calm[1]].flatMap((some) => some ?? []).filter((fault) => fault !== undefined)
}

export interface Suffered {
  name: string
  fails: Fault['fails']
  /** By `performance.now()`. */
  from: number
  to: number
  /** From the fault's end until pages and writes were answered. */
  recoveredMs: number
}

/** @param works whether the site answers pages and writes */
export async function suffer(fault: Fault, forMs: number, works: () => Promise<boolean>): Promise<Suffered> {
  const from = performance.now()
  await fault.begin()
  await sleep(forMs)
  await fault.end()
  const ended = performance.now()
  await poll(works, { withinMs: RECOVERED_WITHIN_MS, everyMs: 20, missing: `${fault.name}: the site did not recover` })
  const to = performance.now()
  return { name: fault.name, fails: fault.fails, from, to, recoveredMs: to - ended }
}
