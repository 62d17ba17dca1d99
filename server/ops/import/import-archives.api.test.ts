import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { expect, test, vi } from 'vitest'
import { PICTURE_MAX_BYTES } from '#contract/limits.ts'
import { appForFile } from '#test/for-file.ts'
import { importingSite } from '#test/importing-site.ts'

vi.setConfig({ testTimeout: 120_000 })

const app = await appForFile()

const site = importingSite(() => app)
const { picture, put, run, memesOf } = site

/** Builds an archive like a data export, plus content that no real export contains. */
async function hostileArchive(memes: unknown[], files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  await zip.add('memes.json', new TextReader(JSON.stringify(memes)))
  for (const [name, bytes] of Object.entries(files)) await zip.add(name, new Uint8ArrayReader(new Uint8Array(bytes)))
  return Buffer.from(await zip.close())
}

test('imports an archive like its folder, from inside its only folder', async () => {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  const add = async (name: string, bytes: Buffer) => zip.add(name, new Uint8ArrayReader(new Uint8Array(bytes)))
  await add('My memes/one.png', await picture('one'))
  await add('My memes/cats/two.png', await picture('two'))
  await add('My memes/cats/two.txt', Buffer.from('A name\nA description'))
  await add('My memes/notes.md', Buffer.from('nothing'))
  await add('__MACOSX/My memes/._one.png', Buffer.from('nothing'))
  await put('memes.zip', Buffer.from(await zip.close()))
  const { summary, skipped } = await run('memes.zip')
  expect(summary).toContain('Imported 2 memes')
  expect(summary).toContain('from an archive')
  expect(skipped.toSorted()).toEqual([
    ['hidden', '__MACOSX/My memes/._one.png', ''],
    ['unsupported type', 'notes.md', ''],
  ])
  expect(await memesOf()).toEqual([
    expect.objectContaining({ name: 'A name', description: 'A description #cats', tags: ['cats'] }),
    expect.objectContaining({ name: 'one', tags: [] }),
  ])
  expect((await run('memes.zip')).summary).toContain('Imported 0 memes')
})

test.each([
  '../../../outside.png',
  '/etc/outside.png',
  'C:\\outside.png',
  '__proto__',
  'constructor',
  'a\u0000b.png',
  ' .png',
])('the name %j in an archive is only a name or is refused, and nothing is written elsewhere', async (name) => {
  await put(
    'hostile.zip',
    await hostileArchive([{ file: name }, { file: 'toString' }], { [name]: await picture(name) }),
  )
  const { lines } = await run('hostile.zip')
  expect(lines.join()).toMatch(/Imported 1 memes|is not a ZIP archive/)
  for (const meme of await memesOf()) expect(meme.name).toMatch(/^[\w ]+$/)
  expect(await readdir(path.dirname(site.folder()))).not.toContain('outside.png')
})

test('invalid texts and times in an archive are dropped', async () => {
  const odd = [
    { name: 'nul \u0000', description: 'nul \u0000', altText: 'nul \u0000' },
    { name: 'half \ud800', description: 'half \ud800', altText: 'half \ud800' },
    { createdAt: '0001-01-01T00:00:00Z' },
    { createdAt: '-200000-01-01T00:00:00Z' },
    { createdAt: '+275000-01-01T00:00:00Z' },
    { altText: '\ue9f1 \u202e' },
  ]
  const files: Record<string, Buffer> = {}
  for (const at of odd.keys()) files[`${at}.png`] = await picture(`odd ${at}`)
  const memes = odd.map((meme, at) => ({ file: `${at}.png`, ...meme }))
  await put('odd.zip', await hostileArchive([...memes, null, 'text'], files))
  const { code, summary, skipped } = await run('odd.zip')
  expect(skipped).toEqual([])
  expect([code, summary]).toEqual([0, expect.stringContaining(`Imported ${odd.length} memes`)])
  const now = Date.now()
  for (const { name, created_at } of await memesOf()) {
    expect(name.isWellFormed() && name.length > 0 && !name.includes('\u0000')).toBe(true)
    expect(created_at.getTime()).toBeGreaterThanOrEqual(0)
    expect(created_at.getTime()).toBeLessThanOrEqual(now)
  }
})

test('a picture larger than its archive entry claims is not unpacked', async () => {
  const zeros = Buffer.alloc(PICTURE_MAX_BYTES * 8)
  const archive = await hostileArchive([{ file: 'bomb.png' }], { 'bomb.png': zeros })
  // The size appears in the archive's directory and before the file's bytes.
  const size = Buffer.alloc(4)
  size.writeUInt32LE(zeros.length)
  for (let at = archive.indexOf(size); at >= 0; at = archive.indexOf(size, at + 4)) archive.writeUInt32LE(1000, at)
  await put('bomb.zip', archive)
  const before = process.memoryUsage().arrayBuffers
  const { summary, skipped } = await run('bomb.zip')
  expect(summary).toContain('Imported 0 memes')
  expect(skipped).toHaveLength(1)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(zeros.length / 2)
})
