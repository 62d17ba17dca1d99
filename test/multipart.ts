import { randomBytes } from 'node:crypto'

export interface Part {
  name: string
  value: string | Buffer
  fileName?: string
  type?: string
}

/** A multipart/form-data body with its header; parts in the given order. */
export function multipart(parts: Part[]): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----test${randomBytes(12).toString('hex')}`
  const chunks: Buffer[] = []
  for (const part of parts) {
    const file = part.fileName === undefined ? '' : `; filename="${part.fileName}"`
    const partType = part.type ?? (part.fileName === undefined ? undefined : 'application/octet-stream')
    const type = partType === undefined ? '' : `Content-Type: ${partType}\r\n`
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"${file}\r\n${type}\r\n`),
    )
    chunks.push(Buffer.from(part.value), Buffer.from('\r\n'))
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(chunks), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** A form with a PNG picture after other fields, as browsers send it. */
export const pictureForm = (
  picture: Buffer,
  fields: Record<string, string> = {},
  name: 'image' | 'avatar' | 'logo' = 'image',
) =>
  multipart([
    ...Object.entries(fields).map(([name, value]) => ({ name, value })),
    { name, value: picture, fileName: 'a.png', type: 'image/png' },
  ])
