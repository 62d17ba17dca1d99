import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import configuration, { domains } from '../../../.dependency-cruiser.mjs'
import { checkBoundaries } from './boundaries.mjs'

type Plant = [rule: string, file: string, source: string]

/** One forbidden import per rule; `mapPlants` adds one for each domain on both sides. */
const plants: Plant[] = [
  ['contract-imports-only-zod', 'contract/a.ts', `import 'kysely'`],
  ['contract-imports-only-zod', 'contract/b.ts', `import type { Config } from '#server/platform/config/config.ts'`],
  [
    'web-and-server-meet-in-the-contract',
    'web/lib/a.ts',
    `import type { Config } from '#server/platform/config/config.ts'`,
  ],
  ['web-and-server-meet-in-the-contract', 'server/platform/http/a.ts', `import '#web/lib/api.ts'`],
  ['packages-stand-alone', 'demo/a.ts', `import type { Config } from '#server/platform/config/config.ts'`],
  [
    'packages-stand-alone',
    'packages/caption-reader/a.ts',
    `import type { Config } from '../../server/platform/config/config.ts'`,
  ],
  ['packages-stand-alone', 'packages/extension/a.ts', `import '../caption-reader/a.ts'`],
  ['product-imports-no-tests', 'server/platform/http/b.ts', `import '#test/factories.ts'`],
  ['benchmarks-stay-apart', 'tools/bench/helpers/a.ts', `import '../benchmarks/search.ts'`],
  ['tests-know-no-bench', 'test/a.ts', `import '../tools/bench/helpers/machine.ts'`],
  ['product-uses-no-dev-dependency', 'server/platform/http/c.ts', `import 'vite'`],
  [
    'captions-are-drawn-in-a-thread',
    'server/domains/users/draw-user.ts',
    `import { captionsSvg } from '#server/domains/templates/render/draw-captions.ts'`,
  ],
  [
    'captions-are-drawn-in-a-thread',
    'server/platform/b.ts',
    `import { drawCaption } from '#contract/templates/caption-layout.ts'`,
  ],
  [
    'platform-imports-no-domain',
    'server/platform/jobs/a.ts',
    `import type { Card } from '../../domains/users/cards.ts'`,
  ],
  ['platform-imports-no-domain', 'server/platform/viewer.ts', `import '../domains/users/cards.ts'`],
  ['roots-are-not-imported', 'server/platform/http/d.ts', `import '../../app.ts'`],
  ['roots-are-not-imported', 'server/domains/users/show-demo.ts', `import '#server/ops/demo/seed.ts'`],
  ['http-only-in-routes', 'server/domains/users/show-user.ts', `import type { FastifyRequest } from 'fastify'`],
  ['http-only-in-routes', 'server/platform/a.ts', `import '@fastify/multipart'`],
  [
    'http-only-in-routes',
    'server/domains/users/rules.ts',
    `import type { Guard } from '../../platform/http/guards.ts'`,
  ],
  ['queries-and-routes-stay-at-home', 'server/domains/memes/show-meme.ts', `import '../users/queries.ts'`],
  ['queries-and-routes-stay-at-home', 'server/domains/memes/list-memes.ts', `import '../users/list-queries.ts'`],
  ['queries-and-routes-stay-at-home', 'server/domains/memes/hide-meme.ts', `import '../users/routes.ts'`],
  ['web-parts-know-no-feature', 'web/ui/a.ts', `import '../features/users/card.tsx'`],
  ['entities-know-no-screen', 'web/entities/a.ts', `import '../features/users/card.tsx'`],
  ['features-know-no-app', 'web/features/users/a.ts', `import '../../app/router.tsx'`],
  ['no-cycles', 'server/platform/http/ring-one.ts', `import './ring-two.ts'`],
]

const allowed: [file: string, source: string][] = [
  ['contract/people/users.ts', `import 'zod'\nimport '../limits.ts'`],
  ['contract/limits.ts', ''],
  ['server/app.ts', `import 'fastify'\nimport './domains/users/routes.ts'\nimport './ops/demo/seed.ts'`],
  ['server/platform/config/config.ts', ''],
  ['contract/templates/caption-layout.ts', ''],
  [
    'server/domains/templates/render/draw-captions.ts',
    `import { drawCaption } from '#contract/templates/caption-layout.ts'`,
  ],
  ['server/domains/templates/render/caption-thread.ts', `import './draw-captions.ts'`],
  ['server/ops/demo/seed.ts', `import '../../domains/memes/upload-meme.ts'`],
  ['server/platform/http/guards.ts', `import 'fastify'`],
  ['server/platform/http/ring-two.ts', `import './ring-one.ts'`],
  [
    'server/domains/users/routes.ts',
    `import 'fastify'\nimport '#server/platform/http/guards.ts'\nimport '#contract/people/users.ts'`,
  ],
  ['server/domains/users/queries.ts', `import 'kysely'`],
  ['server/domains/users/list-queries.ts', ''],
  ['server/domains/users/cards.ts', `import './queries.ts'`],
  ['server/domains/users/users.api.test.ts', `import '#test/factories.ts'\nimport '../../app.ts'\nimport 'vite'`],
  ['server/domains/memes/upload-meme.ts', `import '../users/cards.ts'`],
  ['web/lib/api.ts', `import '#contract/people/users.ts'`],
  ['web/features/users/card.tsx', `import '#web/lib/api.ts'\nexport const a = () => <p />`],
  ['web/features/memes/card.tsx', `import '../users/card.tsx'`],
  ['web/app/router.tsx', `import '../features/memes/card.tsx'`],
  ['tools/bench/benchmarks/search.ts', `import '../helpers/machine.ts'`],
  ['tools/bench/helpers/machine.ts', `import '#test/factories.ts'`],
  ['test/factories.ts', `import '#server/domains/users/cards.ts'`],
]

function mapPlants(): Plant[] {
  return Object.entries(domains).flatMap(([domain, mayUse]: [string, string[]]) => {
    const other = Object.keys(domains).find((name) => name !== domain && !mayUse.includes(name))
    return [
      [`domain-map-${domain}`, `server/domains/${domain}/trespass.ts`, `import '../${other}/index.ts'`],
      [
        `domain-map-${domain}`,
        `web/features/${domain}/trespass.tsx`,
        `import type { A } from '#web/features/${other}/index.ts'`,
      ],
    ] satisfies Plant[]
  })
}

function layOut(root: string) {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  const packages = { dependencies: ['zod', 'kysely', 'fastify', '@fastify/multipart'], devDependencies: ['vite'] }
  const imports = Object.fromEntries(['contract', 'server', 'web', 'test'].map((side) => [`#${side}/*`, `./${side}/*`]))
  const versions = (names: string[]) => Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const manifest = {
    type: 'module',
    imports,
    dependencies: versions(packages.dependencies),
    devDependencies: versions(packages.devDependencies),
  }
  write('package.json', JSON.stringify(manifest))
  for (const name of [...packages.dependencies, ...packages.devDependencies]) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }))
    write(`node_modules/${name}/index.js`, '')
  }
  for (const domain of Object.keys(domains)) {
    write(`server/domains/${domain}/index.ts`, '')
    write(`web/features/${domain}/index.ts`, '')
  }
  for (const [file, source] of allowed) write(file, source)
  for (const [, file, source] of [...plants, ...mapPlants()]) write(file, source)
  write('server/domains/gossip/rules.ts', '')
}

describe('import boundaries', () => {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  let reported: string[] = []

  beforeAll(async () => {
    layOut(root)
    reported = (await checkBoundaries(root)).map((line) => line.split(' → ')[0] ?? '')
  }, 60_000)

  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each([...plants, ...mapPlants()])('reports %s for %s', (rule, file) => {
    expect(reported).toContain(`${rule}: ${file}`)
  })

  test('reports a domain folder that is missing from the map', () => {
    expect(reported).toContainEqual(expect.stringMatching(/^domain-map-unknown: server\/domains\/gossip /))
  })

  test('accepts allowed imports', () => {
    const planted = new Set([...plants, ...mapPlants()].map(([, file]) => file))
    const innocent = allowed.map(([file]) => file).filter((file) => !planted.has(file) && !file.includes('ring'))
    expect(reported.filter((line) => innocent.some((file) => line.endsWith(`: ${file}`)))).toEqual([])
  })

  test('every rule has a planted violation', () => {
    const proved = new Set([...plants, ...mapPlants()].map(([rule]) => rule))
    expect(configuration.forbidden?.map(({ name }) => name).filter((name) => !proved.has(name ?? ''))).toEqual([])
  })
})
