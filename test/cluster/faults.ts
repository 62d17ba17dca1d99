import { setTimeout as sleep } from 'node:timers/promises'
import { poll } from '../poll.ts'
import type { ClusterSite } from './site.ts'

/** A temporary fault. */
export interface Fault {
  name: string
  begin(): Promise<void>
  /** Ends the fault; afterwards everything recovers by itself. */
  end(): Promise<void>
  /** The requests that may fail during the fault; no others may ever fail. */
  fails: 'all' | 'writes' | 'none'
}

const RECOVERED_WITHIN_MS = 60_000

type Which = 'webs' | 'workers'

/** Ends nodes as a crash or an update does, and restarts them with the current code. */
function restarted(site: ClusterSite, which: Which, kind: 'kill' | 'drain', as: string): Fault[] {
  return site[which].map((node) => ({
    name: `${node.name} ${as}`,
    async begin() {
      const code = await node[kind]()
      if (kind === 'drain' && code !== 0) throw new Error(`${node.name} ended with ${code}: ${node.now().log()}`)
    },
    end: () => node.start(),
    fails: which === 'webs' ? 'all' : 'none',
  }))
}

const stopped = ({ postgres }: ClusterSite, mode: 'immediate' | 'fast'): Fault => ({
  name: `PostgreSQL stopped (${mode})`,
  begin: () => postgres.halt(mode),
  end: () => postgres.resume(),
  fails: 'all',
})

const storageFails = ({ bucket }: ClusterSite): Fault => ({
  name: 'half of all calls to S3 fail',
  begin: async () => bucket.failShare(0.5),
  end: async () => bucket.failShare(0),
  fails: 'writes',
})

const mailFails = ({ mails }: ClusterSite): Fault => ({
  name: 'mail server down',
  begin: () => mails.halt(),
  end: () => mails.resume(),
  fails: 'none',
})

/** All faults, to be repeated in this order. */
export function faultsOf(site: ClusterSite): Fault[] {
  const again = 'drained and started again'
  const killed = {
    webs: restarted(site, 'webs', 'kill', 'killed'),
    workers: restarted(site, 'workers', 'kill', 'killed'),
  }
  const drained = { webs: restarted(site, 'webs', 'drain', again), workers: restarted(site, 'workers', 'drain', again) }
  return [0, 1]
    .flatMap((at) => [
      killed.webs[at],
      stopped(site, at === 0 ? 'immediate' : 'fast'),
      killed.workers[at],
      storageFails(site),
      drained.webs[at],
      mailFails(site),
      drained.workers[at],
    ])
    .filter((fault) => fault !== undefined)
}

/**
 * Updates one node after another from an older version to the current one; the first one migrates. In between, while both
 * versions run, causes every fault that does not require starting a node.
 */
export function updatesOf(site: ClusterSite): Fault[] {
  const [webs, workers] = (['webs', 'workers'] as const).map((which) => restarted(site, which, 'drain', 'updated'))
  return [
    webs?.[0],
    storageFails(site),
    workers?.[0],
    stopped(site, 'fast'),
    mailFails(site),
    webs?.[1],
    stopped(site, 'immediate'),
    workers?.[1],
  ].filter((fault) => fault !== undefined)
}

export interface FaultResult {
  name: string
  fails: Fault['fails']
  /** Times by `performance.now()`. */
  from: number
  to: number
  /** Milliseconds from the fault's end until reads and writes succeeded. */
  recoveredMs: number
}

/** @param works whether the site responds to reads and writes */
export async function injectFault(fault: Fault, forMs: number, works: () => Promise<boolean>): Promise<FaultResult> {
  const from = performance.now()
  await fault.begin()
  await sleep(forMs)
  await fault.end()
  const ended = performance.now()
  await poll(works, { withinMs: RECOVERED_WITHIN_MS, everyMs: 20, missing: `${fault.name}: the site did not recover` })
  const to = performance.now()
  return { name: fault.name, fails: fault.fails, from, to, recoveredMs: to - ended }
}
