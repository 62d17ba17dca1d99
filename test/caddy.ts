import { findOrInstallCaddy } from '../tools/scripts/caddy.mjs'
import { startProxy } from './proxy-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Runs Caddy with a configuration file, and waits until it responds at `origin`. */
export async function startCaddy(
  file: string,
  origin: string,
  env: Record<string, string>,
): Promise<{ stop(): Promise<void> }> {
  const folder = await temporaryFolder()
  return startProxy({
    program: findOrInstallCaddy(),
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder.path,
      XDG_DATA_HOME: folder.path,
      XDG_CONFIG_HOME: folder.path,
      ...env,
    },
    responds: async () => (await fetch(`${origin}/api/health`).catch(() => null))?.ok ?? false,
  })
}
