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

/** Runs `memeroom` with programs that record how they are called; `podman` runs `script`. */
async function memeroom(words: string[], script: string) {
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
  await program('podman', script)
  await program('podman-compose', '')
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

test('memeroom up replaces the container after a build, and waits until the site answers', async () => {
  const { status, output, calls } = await memeroom(['up'], '')
  expect({ status, output }).toEqual({ status: 0, output: 'The site is running.\n' })
  const deploy = path.dirname(command)
  expect(calls).toEqual([
    `podman build --format docker -f ${deploy}/Containerfile -t memeroom ${deploy}/..`,
    `podman-compose -f ${deploy}/compose.yaml up -d --force-recreate`,
    'podman exec memeroom node deploy/health.mjs',
  ])
})

test('memeroom up leaves the running container alone if the build fails', async () => {
  const { status, calls } = await memeroom(['up'], '[ "$1" != build ]')
  expect(status).not.toBe(0)
  expect(calls).toHaveLength(1)
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
