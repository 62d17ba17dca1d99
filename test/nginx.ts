import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { findOrInstallNginx } from '../tools/scripts/nginx.mjs'
import { startProxy } from './proxy-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

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
  return startProxy({
    program,
    args: ['-p', folder.path, '-c', file, '-e', 'stderr'],
    folder,
    responds: () => listens(port),
  })
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
