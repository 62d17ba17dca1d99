import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { oneLine } from '../../platform/commands/one-line.ts'
import type { Reason } from './import-item.ts'

const REPORTS_MAX = 20

/** Lists everything that an import skipped, in a file of DATA_DIR. Deletes all but the newest reports. */
export class ImportReport {
  readonly #folder: string
  readonly #counts = new Map<Reason, number>()
  #file: Promise<{ name: string; handle: FileHandle }> | undefined

  constructor(dataDir: string) {
    this.#folder = path.join(dataDir, 'imports')
  }

  async add(reason: Reason, label: string, detail: string): Promise<void> {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
    this.#file ??= this.#create()
    const line = [reason, label, detail].map(oneLine).join('\t')
    await (await this.#file).handle.write(`${line}\n`)
  }

  /** Returns the counts by reason and the name of the file; empty if nothing was skipped. */
  async close(): Promise<string> {
    const file = await this.#file
    await file?.handle.close()
    if (!file) return ''
    const counts = [...this.#counts].toSorted(([, a], [, b]) => b - a).map(([reason, count]) => `${count} ${reason}`)
    return `${counts.join(', ')}; see ${file.name}`
  }

  async #create(): Promise<{ name: string; handle: FileHandle }> {
    await mkdir(this.#folder, { recursive: true })
    const reports = (await readdir(this.#folder)).filter((name) => name.endsWith('.tsv')).toSorted()
    for (const old of reports.slice(0, Math.max(0, reports.length - REPORTS_MAX + 1)))
      await rm(path.join(this.#folder, old), { force: true })
    const name = path.join(this.#folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tsv`)
    const handle = await open(name, 'w')
    await handle.write('reason\titem\tdetail\n')
    return { name, handle }
  }
}
