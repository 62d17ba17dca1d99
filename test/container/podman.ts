import { execFile } from 'node:child_process'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installWithApt } from '../../tools/scripts/apt.mjs'
import { root } from '../../tools/scripts/bootstrap.mjs'
import { temporaryFolder } from '../temporary-folder.ts'

/** Within the limits of machines that let no process raise them. */
const LIMITS = ['--ulimit', 'nofile=1024:4096', '--ulimit', 'nproc=4096:4096']
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const TOOLS = ['podman', 'runc', 'buildah', 'mmdebstrap']

/** Runs podman with runc, because crun does not run on every machine, and returns its output. */
export async function podman(...args: string[]): Promise<string> {
  const { status, output, stdout } = await tryPodman(...args)
  if (status !== 0) throw new Error(`podman ${args.join(' ')} ended with ${status}: ${output.slice(-4000)}`)
  return stdout.trim()
}

export function tryPodman(...args: string[]) {
  return run('podman', ['--runtime', 'runc', ...args])
}

/** Never rejects; a program that is absent has the status 127, as in a shell. */
function run(program: string, args: string[]): Promise<{ status: number; stdout: string; output: string }> {
  return new Promise((resolve) => {
    // Podman's monitor writes a file into the current folder when memory runs out.
    execFile(program, args, { maxBuffer: OUTPUT_MAX_BYTES, cwd: tmpdir() }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 127
      resolve({ status, stdout, output: `${stdout}${stderr}` })
    })
  })
}

/** The options of `podman run` on every machine. The host's network, so that machines without bridges can run it. */
export const RUN = ['--network', 'host', '--no-healthcheck', ...LIMITS]

/**
 * Builds an image with Debian and the Node.js of the lock file, so that the tests need no image registry.
 * @returns false if this machine cannot run containers
 */
export async function buildNodeImage(name: string): Promise<boolean> {
  for (const tool of TOOLS) if ((await run(tool, ['--version'])).status === 127 && !installWithApt(tool)) return false
  const folder = await temporaryFolder()
  try {
    const node = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
    await copyFile(node, path.join(folder.path, 'node'))
    const archive = path.join(folder.path, 'base.tar')
    const { status } = await run('mmdebstrap', [
      ...['--quiet', '--variant=minbase', '--include=ca-certificates'],
      `--customize-hook=copy-in ${folder.path}/node /usr/local/bin`,
      '--customize-hook=chroot "$1" useradd --create-home --uid 1000 node',
      ...['bookworm', archive],
    ])
    if (status !== 0) return false
    await podman('import', archive, name)
  } finally {
    await folder.remove()
  }
  return (await tryPodman('run', '--rm', ...RUN, name, 'node', '--version')).status === 0
}
