import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml'
import { expect, test } from 'vitest'
import { findCommand } from '#server/ops/cli/run-command.ts'
import { VARIABLES } from '#server/platform/config/config.ts'
import { root, serverMemory } from '../tools/scripts/bootstrap.mjs'

const read = (file: string) => readFile(path.join(root, 'deploy', file), 'utf8')
const unknown = (names: string[]) => names.filter((name) => !VARIABLES.includes(name))

interface Service {
  image: string
  environment?: Record<string, string>
  read_only?: boolean
  volumes?: string[]
  depends_on?: string[] | Record<string, unknown>
}

test('compose.yaml sets only variables that the server reads, and all its files exist', async () => {
  const compose = load(await read('compose.yaml'), { schema: YAML11_SCHEMA }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
  const nodes = Object.values(compose.services).filter(({ image }) => image === 'memeroom')
  expect(nodes).toHaveLength(2)
  for (const { environment = {}, read_only } of nodes) {
    expect(unknown(Object.keys(environment))).toEqual([])
    expect(read_only).toBe(true)
  }
  for (const { depends_on = [], volumes = [] } of Object.values(compose.services)) {
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(others))
    const sources = volumes.map((volume) => volume.split(':')[0] ?? '')
    expect(Object.keys(compose.volumes)).toEqual(
      expect.arrayContaining(sources.filter((source) => !source.startsWith('.'))),
    )
    for (const file of sources.filter((source) => source.startsWith('.')))
      expect(existsSync(path.join(root, 'deploy', file))).toBe(true)
  }
})

test('docker-compose accepts compose.yaml and requires variables without a default', { timeout: 300_000 }, async () => {
  const asked = [...new Set((await read('compose.yaml')).match(/(?<=\$\{)\w+(?=:\?\})/g))]
  expect(asked.toSorted()).toEqual(['AUTH_SECRET', 'POSTGRES_PASSWORD', 'S3_KEY', 'S3_SECRET', 'SITE'])
  const config = (names: string[]) =>
    spawnSync('docker-compose', ['-f', path.join(root, 'deploy', 'compose.yaml'), 'config', '--quiet'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...Object.fromEntries(names.map((name) => [name, 'given'])) },
    })
  const { error, status, stderr } = config(asked)
  // Skip if it is not installed; Debian has it in a package of that name.
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
  expect([status, stderr]).toEqual([0, ''])
  expect(config(asked.slice(1)).status).not.toBe(0)
})

interface Container {
  name: string
  image: string
  args?: string[]
  env?: { name: string }[]
  ports?: { name: string }[]
  volumeMounts: { name: string }[]
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: {
    selector?: { matchLabels?: Record<string, string> }
    template?: {
      metadata?: { labels: Record<string, string> }
      spec: { containers: Container[]; volumes: { name: string }[]; securityContext: { runAsNonRoot: boolean } }
    }
  }
}

test('the Kubernetes manifests use existing variables, commands, probes, volumes and labels', async () => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const manifests = loadAll(await read('kubernetes/memeroom.yaml')) as Manifest[]
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual([
    'ConfigMap',
    'Deployment',
    'Deployment',
    'Job',
    'PodDisruptionBudget',
    'Service',
  ])
  for (const { kind, data, spec } of manifests) {
    if (kind === 'ConfigMap') expect(unknown(Object.keys(data ?? {}))).toEqual([])
    const pod = spec?.template?.spec
    if (!pod) continue
    if (kind === 'Deployment') expect(spec.template?.metadata?.labels).toEqual(spec.selector?.matchLabels)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    for (const container of pod.containers) {
      expect(container.image).toBe(`memeroom:${version}`)
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      expect(unknown((container.env ?? []).map(({ name }) => name))).toEqual([])
      expect(pod.volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name))
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
        const asked = container[probe]?.httpGet
        if (!asked) continue
        expect(['/api/health', '/api/ready']).toContain(asked.path)
        expect((container.ports ?? []).map(({ name }) => name)).toContain(asked.port)
      }
      const { args } = container
      if (args)
        expect([existsSync(path.join(root, args[2] ?? '')), findCommand(args[3] ?? '')]).toEqual([
          true,
          expect.anything(),
        ])
    }
  }
})

test('the container runs under its own account, with the server’s port and health check', async () => {
  const text = (await read('Containerfile')).replace(/\\\n/g, ' ')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(
    lines.filter(
      (line) => !/^(?:ARG|FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) /.test(line),
    ),
  ).toEqual([])
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))
  expect(last('USER')).toBe('USER node')
  // A new volume gets the owner that its folder has in the image.
  const { services } = load(await read('compose.yaml'), { schema: YAML11_SCHEMA }) as {
    services: Record<string, Service>
  }
  const ownVolumes = Object.values(services)
    .filter(({ image }) => image === 'memeroom')
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[1]))
  expect(last('RUN')?.split('&& chown node:node ')[1]?.split(' ')).toEqual(['/data', ...ownVolumes])
  expect(last('CMD')).toBe('CMD ["node", "--no-warnings", "server"]')
  expect(last('HEALTHCHECK')).toContain('/api/health')
  const variables = [...(last('ENV') ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name)
  expect(unknown(variables)).toEqual(['NODE_ENV', ...Object.keys(serverMemory)])
})

test.each(['Containerfile', 'memeroom.service'])(
  'the server has the memory settings of npm start: %s',
  async (file) => {
    const text = await read(file)
    for (const [name, value] of Object.entries(serverMemory)) expect(text).toContain(`${name}=${value}`)
  },
)

test('no proxy example redirects to a host from the client', async () => {
  const files = (await readdir(path.join(root, 'deploy'), { recursive: true })).filter((file) =>
    /\.(conf|yaml)$|Caddyfile/.test(file),
  )
  expect(files).toContain('nginx.conf')
  const redirects: string[] = []
  for (const file of files)
    redirects.push(
      ...(await read(file)).split('\n').filter((line) => /^\s*(return 3|rewrite|redir|.*redirect)/.test(line)),
    )
  redirects.push(
    ...((await readFile(path.join(root, 'docs', 'operating.md'), 'utf8')).match(/^\s*return 3.*$/gm) ?? []),
  )
  expect(redirects).not.toEqual([])
  expect(redirects.filter((line) => /\$host|\$http_host|\{(http\.request\.)?host\}/.test(line))).toEqual([])
})
