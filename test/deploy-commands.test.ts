import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../tools/scripts/bootstrap.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const command = path.join(root, 'deploy', 'memeroom')

interface Outcome {
  status: number | null
  output: string
}

const run = (file: string, words: string[], env: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(file, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('close', (status) => resolve({ status, output }))
  })

/** Runs `memeroom` with programs that record how they are called; `podman` and `podman-compose` run these scripts. */
async function memeroom(words: string[], podman: string, compose = '') {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const bin = path.join(folder.path, 'bin')
  await mkdir(bin)
  const log = path.join(folder.path, 'calls')
  const program = async (name: string, text: string) => {
    const file = path.join(bin, name)
    await writeFile(file, `#!/bin/sh\necho "${name} $*" >> "${log}"\n${text}\n`)
    await chmod(file, 0o755)
  }
  await program('podman', podman)
  await program('podman-compose', compose)
  // As in /usr/local/bin.
  await symlink(command, path.join(bin, 'memeroom'))
  const outcome = await run(path.join(bin, 'memeroom'), words, { PATH: `${bin}:${process.env.PATH}` })
  return { ...outcome, calls: (await readFile(log, 'utf8')).trim().split('\n') }
}

test('memeroom passes its words and the exit status of a command on', async () => {
  const { status, output, calls } = await memeroom(['backup', '/a b'], 'echo printed; exit 3')
  expect({ status, output }).toEqual({ status: 3, output: 'printed\n' })
  expect(calls).toEqual(['podman exec -i memeroom node --no-warnings server/ops/cli/main.ts backup /a b'])
})

const deploy = path.dirname(command)
const BUILD = `podman build --format docker -f ${deploy}/Containerfile -t memeroom ${deploy}/..`
const CHECK = 'podman exec memeroom node deploy/health.mjs'
const isRead = (call: string) => call.startsWith('podman images')

test('memeroom up replaces the container after a build, and waits until the site answers', async () => {
  const { status, output, calls } = await memeroom(['up'], '', 'echo Error: no container with this name')
  expect({ status, output }).toEqual({ status: 0, output: 'The site is running.\n' })
  expect(calls.filter((call) => !isRead(call))).toEqual([
    BUILD,
    `podman-compose -f ${deploy}/compose.yaml up -d --force-recreate`,
    CHECK,
  ])
})

test('memeroom up does not touch the running container if the build fails', async () => {
  const { status, calls } = await memeroom(['up'], '[ "$1" != build ]')
  expect(status).not.toBe(0)
  expect(calls.filter((call) => !isRead(call))).toEqual([BUILD])
})

test('memeroom up removes the images of the last version, and no others', async () => {
  const images =
    'case "$*" in *dangling*) echo stage ;; images*) if [ -e "$0.built" ]; then echo new; else echo last; fi ;; build*) touch "$0.built" ;; esac'
  const { status, calls } = await memeroom(['up'], images)
  expect(status).toBe(0)
  expect(calls.filter((call) => call.startsWith('podman rmi'))).toEqual(['podman rmi last', 'podman rmi stage'])
  const unchanged = await memeroom(['up'], images.replace('echo new', 'echo last'))
  expect(unchanged.calls.join()).not.toContain('rmi')
  // Each stage has the label that the list is limited to.
  const label = /label=(\S+)/.exec(calls.find((call) => call.includes('dangling')) ?? '')?.[1]
  const stages = (await readFile(path.join(deploy, 'Containerfile'), 'utf8')).split(/^FROM /m).slice(1)
  for (const stage of stages.filter((text) => text.includes('NODE_IMAGE'))) expect(stage).toContain(`LABEL ${label}\n`)
})

test.each([
  ['a container that cannot start', 'created 0', ': port 3000 is in use'],
  ['a server that ends again and again', 'running 3', ': PUBLIC_URL is wrong'],
  ['a server that ends without a reason', 'running 3 silent', '. The last messages are above.'],
])('memeroom up prints the reason at once for %s', async (_, state, reason) => {
  const [is, restarts, silent] = state.split(' ')
  const logged = silent ? 'out of memory' : 'Memeroom cannot start: PUBLIC_URL is wrong'
  const podman = `case "$1" in exec) exit 1 ;; inspect) echo ${is} ${restarts} ;; logs) echo ${logged} ;; esac`
  const compose =
    'echo podman start memeroom; echo Error: no such container; echo Error: port 3000 is in use; echo exit code: 125'
  const { status, output, calls } = await memeroom(['up'], podman, compose)
  expect(status).toBe(1)
  if (silent) expect(output).toContain('out of memory')
  expect(output.split('\n').at(-2)).toBe(`The site did not start${reason}`)
  expect(calls.filter((call) => call === CHECK)).toHaveLength(1)
})

test('memeroom up prints why Compose failed', async () => {
  const { status, output } = await memeroom(['up'], '', 'echo Error: port 3000 is in use >&2; exit 1')
  expect([status, output]).toEqual([1, 'The site did not start: port 3000 is in use\n'])
})

test('the health check fails for a server that is stopped or answers with an error', async () => {
  let code = 200
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/api/health' ? code : 404).end(),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const check = () =>
    run(process.execPath, [path.join(root, 'deploy', 'health.mjs')], {
      PORT: String((server.address() as AddressInfo | null)?.port ?? 1),
    })
  expect((await check()).status).toBe(0)
  code = 503
  expect((await check()).status).toBe(1)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect((await check()).status).toBe(1)
})
