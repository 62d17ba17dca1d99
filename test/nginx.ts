import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findOrInstallNginx } from '../scripts/nginx.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const START_TRIES = 200
const START_POLL_MS = 25

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
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await folder.remove()
  }
  for (let tries = 0; tries < START_TRIES && child.exitCode === null; tries += 1) {
    if (await listens(port)) return { stop }
    await sleep(START_POLL_MS)
  }
  await stop()
  throw new Error(`nginx did not start\n${said}`)
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
