import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

configure({ useWebWorkers: false })

/** The files of a ZIP archive by name, parsed by a reader that shares no code with the writer. Throws if a checksum is wrong. */
export async function readZip(bytes: Uint8Array): Promise<Map<string, Buffer>> {
  const reader = new ZipReader(new Uint8ArrayReader(bytes), { checkSignature: true })
  const files = new Map<string, Buffer>()
  for (const entry of await reader.getEntries()) {
    if (entry.directory) throw new Error(`${entry.filename} is a folder`)
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  }
  await reader.close()
  return files
}
