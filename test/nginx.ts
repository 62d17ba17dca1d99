import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { findOrInstallNginx } from '../tools/scripts/nginx.mjs'
import { poll } from './poll.ts'
import { temporaryFolder } from './temporary-folder.ts'

const START_WITHIN_MS = 10_000

export interface Nginx {
  stop(): Promise<void>
}

/** Runs nginx with these `server` blocks, and waits until it listens on `port`. */
export async function startNginx(servers: string, port: number): Promise<Nginx> {
  const program = findOrInstallNginx()
  const folder = await temporaryFolder()
  const file = path.join(folder.path, 'nginx.conf')
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    file,
    `daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder.path}/pid;
events {}
http {
  access_log off;
  ${kinds.map((kind) => `${kind}_temp_path ${folder.path}/${kind};`).join('\n  ')}
  ${servers}
}
`,
  )
  const child = spawn(program, ['-p', folder.path, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await folder.remove()
  }
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error('nginx ended')
    return listens(port)
  }
  try {
    await poll(isUp, { withinMs: START_WITHIN_MS, missing: 'nginx does not listen' })
    return { stop }
  } catch (error) {
    await stop()
    throw new Error(`nginx did not start\n${output}`, { cause: error })
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
