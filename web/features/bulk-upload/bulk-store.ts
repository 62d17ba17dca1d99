import type { BulkFileState, KnownBulkFile } from '#contract/memes/bulk-upload.ts'
import { api } from '../../lib/api.ts'
import { ApiError, isAbort } from '../../lib/api-error.ts'
import { translate } from '../../lib/i18n.ts'
import { currentSession, onSessionChange } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { toast } from '../../ui/toast.ts'
import { isSkipped } from './outcome.ts'
import { loadEntries, saveEntries } from './saved-files.ts'
import { addFiles, type BulkEntry, totalBytes } from './selection.ts'
import { sendFiles } from './send-files.ts'
import { showRejectedFiles } from './show-rejected-files.ts'
import { retainThumbnails } from './thumbnails.ts'

export interface SendingState {
  files: number
  arrivedFiles: number
  totalBytes: number
  /** Bytes on the way included. */
  sentBytes: number
  /** Waits for the connection or the server. */
  isWaiting: boolean
}

export interface BulkState {
  /** True if the files saved by an earlier visit are loaded. */
  isLoaded: boolean
  /** All files: unsent ones, and those of uploads that have not succeeded yet. */
  entries: readonly BulkEntry[]
  /** Number of files restored from an earlier visit. */
  restored: number
  /** Null while idle. */
  sending: SendingState | null
  /** Id of the upload that just started; the screen navigates to it. */
  startedId: string | null
}

const EMPTY: BulkState = {
  isLoaded: false,
  entries: [],
  restored: 0,
  sending: null,
  startedId: null,
}
const store = createStore<BulkState>(EMPTY)
let controller: AbortController | null = null

/** Number of saves that have not finished. */
const saves = createStore(0)

export const useBulk = (): BulkState => useStore(store)
export function useHasUnsaved(): boolean {
  const { isLoaded, entries } = useBulk()
  return useStore(saves) > 0 || (!isLoaded && entries.length > 0)
}

const userId = () => currentSession().user?.userId
let owner = userId()
// Members who share a browser must not see each other's files.
onSessionChange(() => {
  if (userId() === owner) return
  owner = userId()
  controller?.abort()
  store.set(EMPTY)
  retainThumbnails(new Set())
})

function update(part: Partial<BulkState>): void {
  store.set({ ...store.get(), ...part })
  if (!part.entries) return
  retainThumbnails(new Set(part.entries.map((entry) => entry.id)))
  const id = userId()
  // Saving before the earlier files are loaded would delete them.
  if (!id || !store.get().isLoaded) return
  saves.set(saves.get() + 1)
  void saveEntries(id, part.entries).finally(() => saves.set(saves.get() - 1))
}

/** Returns the unsent entries. */
export const waiting = (entries: readonly BulkEntry[]): BulkEntry[] => entries.filter((entry) => entry.sent === null)

export function chooseFiles(files: readonly File[]): void {
  const { entries } = store.get()
  const sent = entries.filter((entry) => entry.sent !== null)
  const { entries: chosen, rejected } = addFiles(waiting(entries), files)
  update({ entries: [...sent, ...chosen] })
  showRejectedFiles(rejected)
}

export function changeEntries(change: (waitingEntries: BulkEntry[]) => BulkEntry[]): void {
  const { entries } = store.get()
  const changed = change(waiting(entries))
  const left = new Set(changed.map(({ id }) => id))
  takeBack(waiting(entries).filter(({ id }) => !left.has(id)))
  update({ entries: [...entries.filter((entry) => entry.sent !== null), ...changed] })
}

/** Withdraws announced files on the server. If that fails, the server waits for them for a day. */
function takeBack(removed: readonly BulkEntry[]): void {
  for (const { announced } of removed) {
    if (!announced) continue
    const params = { uploadId: announced.uploadId, fileId: String(announced.index) }
    void api('DELETE /meme/bulk/{uploadId}/files/{fileId}', { params }).catch(() => undefined)
  }
}

export function changeEntry(id: string, part: Partial<BulkEntry>): void {
  changeEntries((entries) => entries.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)))
}

/** Discards all files and cancels sending. */
export function clearAll(): void {
  controller?.abort()
  takeBack(waiting(store.get().entries))
  update({ entries: [], restored: 0, sending: null, startedId: null })
}

/**
 * Restores the files of an earlier visit, except those that already became memes.
 * @param failed `wait` queues failed files again, except skipped ones; `stay` leaves them with their upload
 */
export async function restoreSaved(failed: 'wait' | 'stay'): Promise<void> {
  const id = userId()
  if (!id || store.get().isLoaded) return
  const saved = await loadEntries(id)
  const asked = await knownByServer(saved.map((entry) => entry.id))
  if (userId() !== id || store.get().isLoaded) return
  // Files chosen while the saved ones were loading.
  const fresh = store.get().entries
  const entries = saved.flatMap((entry): BulkEntry[] => {
    const known = asked.get(entry.id)
    if (known?.status === 'done' || (failed === 'wait' && isSkipped(known ?? {}))) return []
    const place = known ? { uploadId: known.uploadId, index: known.index } : null
    if (known?.isAwaited) return [{ ...entry, announced: place, sent: null }]
    if (known?.status === 'failed' && failed === 'wait')
      return [{ ...entry, announced: null, sent: null, failure: translate('bulk.failedBefore') }]
    return [{ ...entry, announced: null, sent: place }]
  })
  // The tab was closed before the response arrived. The server has the files, so show their progress.
  const accepted = saved.filter((entry) => entry.sent === null).map((entry) => asked.get(entry.id))
  const lostId = waiting(entries).length === 0 && fresh.length === 0 ? accepted.find(Boolean)?.uploadId : undefined
  update({
    isLoaded: true,
    entries: [...entries, ...fresh],
    restored: waiting(entries).length,
    ...(lostId && failed === 'wait' ? { startedId: lostId } : {}),
  })
}

async function knownByServer(keys: string[]) {
  if (keys.length === 0) return new Map<string, KnownBulkFile>()
  // If the check fails, offer all files again: idempotency keys prevent duplicates.
  const answer = await api('POST /meme/bulk/known', { body: { keys } }).catch(() => ({ data: [] as KnownBulkFile[] }))
  return new Map(answer.data.map((file) => [file.key, file]))
}

/**
 * Announces all waiting files under one upload and sends them one by one. On failure, files that have not arrived wait, and are
 * announced again with the same keys, so that sending continues at the same offset.
 */
export async function startSending(): Promise<void> {
  const before = store.get()
  if (before.sending !== null) return
  const chosen = waiting(before.entries)
  if (chosen.length === 0) return toast.error(translate('bulk.noFiles'))
  const mine = new AbortController()
  controller = mine
  const { signal } = mine
  update({
    sending: { files: chosen.length, arrivedFiles: 0, totalBytes: totalBytes(chosen), sentBytes: 0, isWaiting: false },
  })
  try {
    const { uploadId, states } = await announce(chosen, signal)
    const files = chosen.map(({ file }, index) => ({ file, state: states[index] as BulkFileState }))
    const handlers = {
      onProgress: (sentBytes: number) => updateSending(signal, () => ({ sentBytes })),
      onWaiting: (isWaiting: boolean) => updateSending(signal, () => ({ isWaiting })),
      onArrived: (index: number) => markArrived(chosen[index]?.id, signal),
    }
    await sendFiles(files, handlers, signal)
    update({ sending: null, restored: 0, startedId: uploadId })
  } catch (error) {
    if (controller === mine) update({ sending: null })
    if (!isAbort(error)) toast.error(messageOf(error))
  }
}

async function announce(entries: BulkEntry[], signal: AbortSignal) {
  const files = entries.map(({ id, metadata, file }) => ({
    ...metadata,
    key: id,
    size: file.size,
    fileName: file.name,
  }))
  const answer = await api('POST /meme/bulk', { body: { files }, signal })
  const states = answer.files ?? []
  if (!answer.success || !answer.uploadId || states.length !== entries.length) throw new ApiError(200, {})
  const places = new Map(entries.map(({ id }, index) => [id, placeOf(states[index] as BulkFileState)]))
  changeAll((entry) => ({ ...entry, announced: places.get(entry.id) ?? entry.announced }))
  return { uploadId: answer.uploadId, states }
}

const placeOf = ({ uploadId, id }: BulkFileState) => ({ uploadId, index: Number(id) })
const changeAll = (change: (entry: BulkEntry) => BulkEntry) => update({ entries: store.get().entries.map(change) })

function markArrived(id: string | undefined, signal: AbortSignal): void {
  if (signal.aborted) return
  changeAll((entry) => (entry.id === id ? { ...entry, announced: null, sent: entry.announced, failure: null } : entry))
  updateSending(signal, ({ arrivedFiles }) => ({ arrivedFiles: arrivedFiles + 1 }))
}

function updateSending(signal: AbortSignal, change: (sending: SendingState) => Partial<SendingState>): void {
  const { sending } = store.get()
  if (sending && !signal.aborted) update({ sending: { ...sending, ...change(sending) } })
}

/** Returns the server's message, or a local one if the response names no upload or the server was unreachable. */
function messageOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return translate('bulk.failed')
  const isTaken = error.status >= 200 && error.status < 300
  if (isTaken) return translate('bulk.notInitiated')
  return error.message ? error : translate('bulk.failed')
}

export function stopSending(): void {
  controller?.abort()
  const arrived = store.get().sending?.arrivedFiles ?? 0
  update({ sending: null })
  if (arrived > 0) toast.info(translate('bulk.stopped', { count: arrived }))
}

/** Call after navigating to the started upload. */
export function arrive(): void {
  if (store.get().startedId !== null) update({ startedId: null })
}

interface Outcome {
  index: number
  status: string
  code?: string | undefined
  message?: string | undefined
}

/** Discards the files of an upload that became memes. */
export function settle(uploadId: string, results: readonly Outcome[]): void {
  const done = new Set(results.filter((result) => result.status === 'done').map((result) => result.index))
  const { entries } = store.get()
  const left = entries.filter(({ sent }) => sent?.uploadId !== uploadId || !done.has(sent.index))
  if (left.length < entries.length) update({ entries: left })
}

/**
 * Requeues an upload's failed files with their error messages, except skipped ones. Returns false if this browser does not have
 * the files.
 */
export function takeBackFailed(uploadId: string, results: readonly Outcome[]): boolean {
  const again = results.filter((result) => result.status === 'failed' && !isSkipped(result))
  const failed = new Map(again.map((result) => [result.index, result]))
  let any = false
  const entries = store.get().entries.map((entry) => {
    const result = entry.sent?.uploadId === uploadId ? failed.get(entry.sent.index) : undefined
    if (!result) return entry
    any = true
    return { ...entry, announced: null, sent: null, failure: result.message ?? null }
  })
  update({ entries, startedId: null })
  return any
}
