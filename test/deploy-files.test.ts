import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { findCommand } from '#server/ops/cli/run-command.ts'
import { VARIABLES } from '#server/platform/config/environment.ts'
import { isNightly } from '#server/platform/jobs/jobs.ts'
import { jobKinds } from '#server/worker.ts'
import { root, serverMemory } from '../tools/scripts/bootstrap.mjs'
import { temporaryFolder } from './temporary-folder.ts'

const read = (file: string) => readFile(path.join(root, 'deploy', file), 'utf8')
const unknown = (names: string[]) => names.filter((name) => !VARIABLES.includes(name))

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of Compose.
const OWN_IMAGE = '${IMAGE:-memeroom}'

interface Service {
  image: string
  ports?: string[]
  environment?: Record<string, string>
  read_only?: boolean
  volumes?: string[]
  healthcheck?: { test: string[] }
  depends_on?: string[] | Record<string, unknown>
}

const COMPOSE = ['compose.yaml', 'cluster/compose.yaml']

async function readCompose(file: string) {
  return load(await read(file), { schema: YAML11_SCHEMA }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
}

test.each(COMPOSE)('%s sets only variables that the server reads, and all its files exist', async (file) => {
  const compose = await readCompose(file)
  const nodes = Object.values(compose.services).filter(({ image }) => image === OWN_IMAGE)
  expect(nodes.length).toBeGreaterThan(0)
  for (const node of nodes) {
    expect(unknown(Object.keys(node.environment ?? {}))).toEqual([])
    expect(node).toMatchObject({ read_only: true, restart: 'always', cap_drop: ['ALL'], env_file: ['.env'] })
    // DATA_DIR is a volume: the outbox and staged files outlive the container.
    expect(node.volumes?.map((volume) => volume.split(':')[1])).toContain(node.environment?.DATA_DIR)
    for (const port of node.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
  expect(
    nodes.flatMap(({ environment, volumes = [] }) => volumes.filter((v) => v.endsWith(`:${environment?.BACKUP_DIR}`))),
  ).toHaveLength(1)
  for (const { depends_on = [], volumes = [] } of Object.values(compose.services)) {
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(others))
    const sources = volumes.map((volume) => volume.split(':')[0] ?? '')
    expect(Object.keys(compose.volumes)).toEqual(
      expect.arrayContaining(sources.filter((source) => !source.startsWith('.'))),
    )
    for (const source of sources.filter((name) => name.startsWith('.')))
      expect(existsSync(path.join(root, 'deploy', path.dirname(file), source))).toBe(true)
  }
})

test.each(COMPOSE)('the example settings of %s exist, are described, and cover what it requires', async (file) => {
  const lines = (await read(`${path.dirname(file)}/.env.example`)).split('\n')
  const names = lines.flatMap((line) => /^#?([A-Z_]+\d?[A-Z_]*)=/.exec(line)?.[1] ?? [])
  const text = await read(file)
  const asked = [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(asked))
  expect(unknown(names).filter((name) => !asked.includes(name))).toEqual([])
  // podman-compose does not support `:?` without a text.
  expect(text).not.toMatch(/\$\{\w+:\?\}/)
  for (const [at, line] of lines.entries())
    if (/^#?[A-Z_]+\d?[A-Z_]*=/.test(line)) expect(lines[at - 1]).toMatch(/^# .*\.$|^# .*: openssl/)
  expect(lines.filter((line) => /^[^# ].*["']/.test(line))).toEqual([])
})

test.each(COMPOSE)('docker-compose accepts %s', { timeout: 300_000 }, async (file) => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const directory = path.join(folder.path, 'deploy', path.dirname(file))
  await mkdir(directory, { recursive: true })
  await copyFile(path.join(root, 'deploy', file), path.join(directory, 'compose.yaml'))
  await copyFile(path.join(root, 'deploy', path.dirname(file), '.env.example'), path.join(directory, '.env'))
  const config = () =>
    spawnSync('docker-compose', ['-f', path.join(directory, 'compose.yaml'), 'config'], {
      encoding: 'utf8',
      cwd: directory,
      env: { PATH: process.env.PATH, POSTGRES_PASSWORD: 'given', S3_SECRET: 'given' },
    })
  const { error, status, stderr } = config()
  // Skip if it is not installed; Debian has it in a package of that name.
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return
  expect([status, stderr]).toEqual([0, ''])
})

interface Container {
  name: string
  image: string
  args?: string[]
  env?: { name: string }[]
  ports?: { name: string }[]
  volumeMounts: { name: string }[]
  securityContext: { readOnlyRootFilesystem: boolean; allowPrivilegeEscalation: boolean }
  [probe: `${string}Probe`]:
    | { httpGet: { path: string; port: string }; periodSeconds?: number; failureThreshold?: number }
    | undefined
}
interface Pod {
  metadata?: { labels: Record<string, string> }
  spec: {
    containers: Container[]
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[]
    securityContext: { runAsNonRoot: boolean }
  }
}
interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    selector?: { matchLabels?: Record<string, string> }
    template?: Pod
    jobTemplate?: { spec: { template: Pod } }
  }
}

const KUBERNETES: [string, string[]][] = [
  [
    'memeroom.yaml',
    [
      'ConfigMap',
      'CronJob',
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Service',
    ],
  ],
  ['single-node.yaml', ['Deployment', 'PersistentVolumeClaim', 'PersistentVolumeClaim', 'Service']],
  ['secret.example.yaml', ['Secret']],
]

test.each(KUBERNETES)('%s uses existing variables, commands, probes, volumes and labels', async (file, kinds) => {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const manifests = loadAll(await read(`kubernetes/${file}`)) as Manifest[]
  expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(kinds)
  const claims = manifests.flatMap(({ kind, metadata }) => (kind === 'PersistentVolumeClaim' ? [metadata.name] : []))
  for (const { kind, metadata, data, stringData, spec } of manifests) {
    expect(unknown(Object.keys({ ...data, ...stringData }))).toEqual([])
    // A job cannot be changed, only replaced under another name.
    if (kind === 'Job') expect(metadata.name).toMatch(new RegExp(`-${version.replaceAll('.', '\\.')}$`))
    const pod = (spec?.jobTemplate?.spec ?? spec)?.template?.spec
    if (!pod) continue
    if (kind === 'Deployment') expect(spec?.template?.metadata?.labels).toEqual(spec?.selector?.matchLabels)
    expect(pod.securityContext.runAsNonRoot).toBe(true)
    expect(claims).toEqual(
      expect.arrayContaining(pod.volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? [])),
    )
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
      // A node waits two minutes for PostgreSQL before it listens.
      const { periodSeconds = 0, failureThreshold = 0 } = container.startupProbe ?? {}
      if (container.startupProbe) expect(periodSeconds * failureThreshold).toBeGreaterThan(180)
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
      (line) => !/^(?:ARG|FROM|LABEL|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) /.test(line),
    ),
  ).toEqual([])
  const last = (word: string) => lines.findLast((line) => line.startsWith(`${word} `))
  expect(last('USER')).toBe('USER node')
  // A new volume gets the owner that its folder has in the image.
  const { services } = await readCompose('compose.yaml')
  const ownVolumes = Object.values(services)
    .filter(({ image }) => image === OWN_IMAGE)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[1]))
  expect(
    lines
      .find((line) => line.startsWith('RUN mkdir'))
      ?.split('&& chown node:node ')[1]
      ?.split(' '),
  ).toEqual(ownVolumes)
  expect(last('CMD')).toBe('CMD ["node", "--no-warnings", "server"]')
  const check = ['node', 'deploy/health.mjs']
  expect(last('HEALTHCHECK')).toContain(`CMD ${JSON.stringify(check).replace(',', ', ')}`)
  expect(services.memeroom?.healthcheck?.test).toEqual(['CMD', ...check])
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

test('the alarm of nightly jobs names all of them', async () => {
  const kinds = /state="failed", kind=~"([^"]+)"/.exec(await read('alerts.yaml'))?.[1]?.split('|')
  expect(kinds).toEqual(
    jobKinds
      .filter(isNightly)
      .map(({ name }) => name)
      .sort(),
  )
})
