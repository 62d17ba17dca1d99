import { useEffect } from 'react'
import { createMapStore } from '../../lib/store.ts'
import { ownScript } from '../../lib/trusted-types.ts'
import workerAddress from './thumbnail-worker.ts?worker&url'

/** Thumbnail URLs by entry id; empty if the thumbnail could not be created. */
const urls = createMapStore<string>()
const requested = new Set<string>()
let worker: Worker | null = null

/** The thumbnail URL of a chosen file: undefined while loading, empty if it cannot be shown. */
export function useThumbnail(id: string, file: File): string | undefined {
  useEffect(() => requestThumbnail(id, file), [id, file])
  return urls.use(id)
}

function requestThumbnail(id: string, file: File): void {
  if (requested.has(id)) return
  requested.add(id)
  if (typeof OffscreenCanvas === 'undefined') keep(id, file)
  else {
    worker ??= startWorker()
    worker.postMessage({ id, file })
  }
}

function startWorker(): Worker {
  const started = new Worker(ownScript(workerAddress), { type: 'module' })
  started.addEventListener('message', ({ data }: MessageEvent<{ id: string; thumbnail: Blob | null }>) =>
    keep(data.id, data.thumbnail),
  )
  return started
}

function keep(id: string, picture: Blob | null): void {
  // The entry was removed meanwhile.
  if (!requested.has(id)) return
  urls.set([id, picture ? URL.createObjectURL(picture) : ''])
}

/** Releases the thumbnails of all other entries. */
export function retainThumbnails(ids: ReadonlySet<string>): void {
  for (const id of [...requested].filter((known) => !ids.has(known))) {
    const url = urls.get(id)
    if (url) URL.revokeObjectURL(url)
    urls.set([id, undefined])
    requested.delete(id)
  }
}
