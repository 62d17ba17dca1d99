import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { syncFolder } from '#server/platform/sync-file.ts'

/** Returns true if a manifest path stays within the backup. Manifests are untrusted. */
const isInside = (file: string) =>
  path.posix.normalize(file) === file && !/^(?:\/|\.\.?(?:\/|$))|[\\\0]|^[A-Za-z]:/.test(file)

/**
 * A backup is a folder: `manifest.json` describes its newest state, `states/STAMP/` holds the rows of each state as text, and
 * `pictures/` holds the pictures of all states, each stored once and named by its content. It does not depend on the engine or
 * the storage of the source site.
 */
const Manifest = z.object({
  format: z.literal(1),
  /** Name of the state, derived from its snapshot time. */
  state: z.string().regex(/^[0-9A-Za-z-]{1,40}$/),
  createdAt: z.string(),
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** Schema version of the rows. */
  migrations: z.array(z.string().regex(/^[\w-]+$/)),
  /** Files of the state, relative to the backup, with hex digests. */
  files: z.array(
    z.object({
      path: z.string().refine(isInside),
      bytes: z.int(),
      sha256: z.string().length(64),
      rows: z.int().optional(),
    }),
  ),
  pictures: z.object({ count: z.int(), bytes: z.int() }),
  /** Pictures that had rows but no complete file, one per line. */
  problems: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

const Signed = Manifest.extend({ checksum: z.string() })

export const MANIFEST = 'manifest.json'
export const STATES = 'states'
export const statePath = (state: string, ...rest: string[]) => path.posix.join(STATES, state, ...rest)
export const PICTURES = 'pictures'
export const picturePath = (key: string) => path.posix.join(PICTURES, key.slice(0, 2), key)
/** The list of a state's pictures. */
export const PICTURE_LIST = 'pictures.jsonl.gz'

const checksumOf = (manifest: Manifest) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Replaces a file atomically: after a crash, either the old or the new file exists. Only this account can read it. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.part`
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, file)
  await syncFolder(path.dirname(file))
}

/** Publishes a complete state: writes its manifest to the state's folder, then as the newest of the backup. */
export async function publishManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify({ ...manifest, checksum: checksumOf(manifest) }, null, 1)}\n`
  await mkdir(path.join(folder, statePath(manifest.state)), { recursive: true })
  await writeWhole(path.join(folder, statePath(manifest.state, MANIFEST)), text)
  await writeWhole(path.join(folder, MANIFEST), text)
}

/**
 * Reads the manifest of a backup's newest state, or of the named one.
 * @throws a one-line error if there is none, or if the manifest is damaged
 */
export async function readManifest(folder: string, state?: string): Promise<Manifest> {
  const file = path.join(folder, state === undefined ? MANIFEST : statePath(state, MANIFEST))
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR')
      throw new Error(`${folder} contains no complete backup: ${path.relative(folder, file)} is missing`)
    throw error
  })
  const damaged = () => new Error(`${path.relative(folder, file)} is damaged`)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw damaged()
  }
  if ((content as { format?: unknown } | null)?.format !== undefined && (content as { format: unknown }).format !== 1)
    throw new Error('the backup was made by a newer version of Memeroom: use that version')
  const parsed = Signed.safeParse(content)
  if (!parsed.success) throw damaged()
  const { checksum, ...manifest } = parsed.data
  if (checksum !== checksumOf(manifest)) throw damaged()
  return manifest
}

/** Lists a backup's complete states, newest first. States without a manifest, left by killed backups, are in `broken`. */
export async function listStates(folder: string): Promise<{ whole: string[]; broken: string[] }> {
  const names = await readdir(path.join(folder, STATES)).catch(() => [] as string[])
  const whole: string[] = []
  const broken: string[] = []
  for (const name of names.toSorted().toReversed()) {
    const isWhole = await readManifest(folder, name).then(
      () => true,
      () => false,
    )
    ;(isWhole ? whole : broken).push(name)
  }
  return { whole, broken }
}
