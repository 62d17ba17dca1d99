const SIDE_PX = 480
const QUALITY = 0.85

/** Returns a small copy of the picture for finding its template; the file itself if the browser cannot shrink it. */
export async function shrinkFile(file: File): Promise<Blob> {
  try {
    const whole = await createImageBitmap(file)
    const scale = Math.min(1, SIDE_PX / Math.max(whole.width, whole.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(whole.width * scale))
    canvas.height = Math.max(1, Math.round(whole.height * scale))
    const context = canvas.getContext('2d')
    if (!context) return file
    context.drawImage(whole, 0, 0, canvas.width, canvas.height)
    whole.close()
    return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/webp', QUALITY))
  } catch {
    return file
  }
}
