import { readFile } from 'node:fs/promises'

/** The version of this code, from package.json. */
export async function productVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return String(JSON.parse(text).version)
}
