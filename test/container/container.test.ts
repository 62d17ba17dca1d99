import { chown, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { load, YAML11_SCHEMA } from 'js-yaml'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { ensureWebBuilt, root } from '../../tools/scripts/bootstrap.mjs'
import { freePort } from '../../tools/scripts/free-port.mjs'
import { layOutRelease } from '../../tools/scripts/release-files.mjs'
import { captionedPicture } from '../captioned-picture.ts'
import { pictureForm } from '../multipart.ts'
import { poll } from '../poll.ts'
import { loadRelease, PASSWORD, readRelease, releaseVersions } from '../releases/releases.ts'
import { logIn, type Person, postJson, register, type Session } from '../sign-up.ts'
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts'
import { buildNodeImage, podman, RUN, tryPodman } from './podman.ts'

vi.setConfig({ testTimeout: 900_000, hookTimeout: 1_800_000 })

const MEMORY = '512m'
/** The account of the server in the image. */
const ACCOUNT = 1000
const IMAGE_MAX_BYTES = 250e6
const WAIT_MS = 600_000
const NAME = `memeroom-test-${process.pid}`
const NODE_IMAGE = `${NAME}-node`

interface Service {
  environment: Record<string, string>
  volumes: string[]
  tmpfs: string[]
  cap_drop: string[]
  security_opt: string[]
  read_only: boolean
}

let canRun = false
let folder: TemporaryFolder
let service: Service
let url: string
let port: number

beforeAll(async () => {
  canRun = await buildNodeImage(NODE_IMAGE)
  if (!canRun) return console.warn('The tests of the container are skipped: this machine cannot run containers.')
  folder = await temporaryFolder()
  const compose = load(await readFile(path.join(root, 'deploy', 'compose.yaml'), 'utf8'), { schema: YAML11_SCHEMA })
  service = (compose as { services: { memeroom: Service } }).services.memeroom
  port = await freePort()
  url = `http://localhost:${port}`
  await ensureWebBuilt()
  const release = path.join(folder.path, 'memeroom')
  await layOutRelease(release)
  await podman(
    ...['build', '--isolation=chroot', '--format=docker', '--layers=false', '--build-arg', `NODE_IMAGE=${NODE_IMAGE}`],
    ...['-f', `${release}/deploy/Containerfile`, '-t', NAME, release],
  )
})
beforeEach((context) => {
  if (!canRun) context.skip()
})
afterEach(async () => {
  await tryPodman('rm', '-f', NAME)
})
afterAll(async () => {
  for (const volume of ['data', 'backup']) await tryPodman('volume', 'rm', '-f', `${NAME}-${volume}`)
  for (const image of [NAME, NODE_IMAGE]) await tryPodman('rmi', '-f', image)
  await folder?.remove()
})

/** The options of compose.yaml for `podman run`, on a free port. */
function options(environment: Record<string, string> = {}, volumes = service.volumes.map((each) => `${NAME}-${each}`)) {
  const variables = {
    ...service.environment,
    PUBLIC_URL: url,
    DEMO: 'false',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...environment,
  }
  return [
    ...[...RUN, '--memory', MEMORY, '--memory-swap', MEMORY],
    ...(service.read_only ? ['--read-only'] : []),
    ...service.tmpfs.flatMap((target) => ['--tmpfs', target]),
    ...volumes.flatMap((volume) => ['-v', volume]),
    ...service.cap_drop.flatMap((name) => ['--cap-drop', name]),
    ...service.security_opt.flatMap((option) => ['--security-opt', option]),
    ...Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]),
  ]
}

const create = (...args: Parameters<typeof options>) => podman('run', '-d', '--name', NAME, ...options(...args), NAME)
const COMMAND = ['exec', NAME, 'node', '--no-warnings', 'server/ops/cli/main.ts']
const command = (...words: string[]) => podman(...COMMAND, ...words)

/** Runs a container that must end by itself, and returns its output. */
async function refusal(...args: Parameters<typeof options>): Promise<string> {
  const { status, output } = await tryPodman('run', '--rm', ...options(...args), NAME)
  expect(status).toBe(1)
  return output
}

/** A folder that the server's account owns. */
async function ownFolder(name: string): Promise<string> {
  const made = path.join(folder.path, name)
  await mkdir(made, { mode: 0o700 })
  await giveAway(made)
  return made
}

async function giveAway(made: string): Promise<void> {
  for (const name of ['', ...(await readdir(made, { recursive: true }))])
    await chown(path.join(made, name), ACCOUNT, ACCOUNT)
}

/** Waits until the site is ready, and prints the CPU time and memory that it took. */
async function ready(what: string): Promise<void> {
  const isReady = async () => {
    if ((await podman('inspect', '-f', '{{.State.Running}}', NAME)) !== 'true')
      throw new Error(`the container ended: ${(await podman('logs', NAME)).slice(-2000)}`)
    return (await fetch(`${url}/api/ready`).catch(() => undefined))?.ok ?? false
  }
  await poll(isReady, { withinMs: WAIT_MS, everyMs: 200, missing: 'the container was not ready' })
  const main = `/proc/${await podman('inspect', '-f', '{{.State.Pid}}', NAME)}`
  const stat = await readFile(`${main}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const peak = /VmHWM:\s+(\d+)/.exec(await readFile(`${main}/status`, 'utf8'))?.[1]
  // Linux counts CPU time in hundredths of a second.
  const cpu = (Number(fields[11]) + Number(fields[12])) / 100
  console.info(`${what}: ${cpu} s of CPU time, peak ${Number(peak) >> 10} MB`)
}

async function upload(session: Session, text: string): Promise<void> {
  const { payload, headers } = pictureForm(await captionedPicture({ text, seed: text }), { name: 'Monday' })
  const authorization = `Bearer ${session.authentication.token}`
  const answer = await fetch(`${url}/api/meme`, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: new Uint8Array(payload),
  })
  expect([answer.status, await answer.text()]).toEqual([201, expect.stringContaining('Monday')])
}

const finds = async (words: string) =>
  (await (await fetch(`${url}/api/vector-search/text?q=${encodeURIComponent(words)}`)).text()).includes('Monday')
const isFound = (words: string) =>
  poll(() => finds(words), { withinMs: WAIT_MS, everyMs: 500, missing: `a search for ${words} finds nothing` })

test('a site in a container of 512 MB survives restarts, kills, and new containers', async () => {
  await create()
  await ready('first start')
  const person: Person = await register({ url, dataDir: '' })
  const code = await poll(async () => /\b\d{6}\b/.exec(await command('outbox'))?.[0], {
    withinMs: WAIT_MS,
    everyMs: 500,
    missing: 'the command outbox prints no code',
  })
  await postJson({ url }, '/auth/verify-email', { email: person.email, code })
  const session = await logIn({ url, dataDir: '' }, person)
  const token = new URL(await command('first-admin')).searchParams.get('token')
  await postJson({ url }, '/admin/claim', { token }, { authorization: `Bearer ${session.authentication.token}` })
  expect((await tryPodman(...COMMAND, 'first-admin')).status).toBe(1)

  await upload(session, 'NOBODY TOLD ME')
  expect(await command('backup', '/backup')).toContain('State')
  // Read from the picture, so OCR ran within the limit.
  await isFound('nobody told me')
  expect(await command('backup', '/backup')).toContain('State')
  expect(await command('doctor')).toContain('No problems found.')

  await podman('restart', NAME)
  await ready('restart')
  await isFound('nobody told me')
  await podman('kill', NAME)
  await podman('start', NAME)
  await ready('start after a kill')
  await isFound('nobody told me')
  await podman('stop', NAME)
  await podman('rm', NAME)
  await create({ NODE_DEBUG_NATIVE: 'COMPILE_CACHE' })
  await ready('new container')
  const { output: compiled } = await tryPodman('logs', NAME)
  expect([compiled.includes('was accepted'), compiled.includes('was rejected')]).toEqual([true, false])
  await isFound('nobody told me')
  await upload(session, 'EVERY SINGLE TIME')
  await isFound('every single time')
  await podman('stop', NAME)
  expect(await podman('inspect', '-f', '{{.State.ExitCode}}', NAME)).toBe('0')
})

test('a container starts with the data of each release, and its members can sign in', async () => {
  for (const version of await releaseVersions()) {
    const data = await ownFolder(`data-${version}`)
    const engine = await connect({ dataDir: data })
    await loadRelease(engine, version).finally(() => engine.close())
    await giveAway(data)
    await create({ OCR: 'off', BACKUP_DIR: '' }, [`${data}:/data`])
    await ready(`start with the data of ${version}`)
    const session = await logIn({ url, dataDir: '' }, { email: 'ann@example.com', username: 'ann', password: PASSWORD })
    const { memeId } = await readRelease(version)
    const meme = await fetch(`${url}/api/meme/${memeId}`, {
      headers: { authorization: `Bearer ${session.authentication.token}` },
    })
    expect(meme.status).toBe(200)
    await podman('stop', NAME)
    await podman('rm', NAME)
  }
})

test('a value with quotes, and a folder of another account, are refused with one line', async () => {
  expect(await refusal({ PUBLIC_URL: '"https://memes.example.com"' })).toMatch(
    /^Memeroom cannot start: PUBLIC_URL must be written without quotes[^\n]*\n$/,
  )
  const data = await ownFolder('of-root')
  await chown(data, 0, 0)
  expect(await refusal({}, [`${data}:/data`])).toMatch(
    /^Memeroom cannot start: DATA_DIR must be a writable folder: \/data belongs to account 0, and the server runs as 1000; [^\n]*\n$/,
  )
})

test('the image adds at most 250 MB to its base, and contains its compiled code', async () => {
  const size = async (image: string) => Number(await podman('image', 'inspect', '-f', '{{.Size}}', image))
  const added = (await size(NAME)) - (await size(NODE_IMAGE))
  console.info(`the image adds ${Math.round(added / 1e6)} MB`)
  expect(added).toBeLessThan(IMAGE_MAX_BYTES)
  const compiled = await podman('run', '--rm', ...RUN, NAME, 'sh', '-c', 'ls .cache/compile/*/ | wc -l')
  expect(Number(compiled)).toBeGreaterThan(500)
})
