/** Creates thumbnails in a worker, one at a time. */

const LONG_SIDE_PX = 480
const QUALITY = 0.8

self.addEventListener('message', (event: MessageEvent<{ id: string; file: Blob }>) => {
  queue = queue.then(() => answer(event.data))
})

let queue: Promise<void> = Promise.resolve()

async function answer({ id, file }: { id: string; file: Blob }): Promise<void> {
  const thumbnail = await shrink(file).catch(() => null)
  self.postMessage({ id, thumbnail })
}

async function shrink(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file)
  const scale = Math.min(1, LONG_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  )
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
}
