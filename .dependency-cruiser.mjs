// Import rules. tools/scripts/checks/boundaries.test.ts verifies each rule by planting a violation.

/** The domains of both server/domains and web/features, with the domains that each may use. */
export const domains = {
  mail: [],
  'security-log': ['users'],
  settings: [],
  users: [],
  notifications: ['users', 'memes', 'mail', 'settings'],
  auth: ['users', 'mail', 'settings', 'security-log'],
  follows: ['users', 'mail', 'notifications'],
  memes: ['users', 'settings'],
  actions: ['memes', 'users', 'notifications'],
  albums: ['memes', 'users', 'actions'],
  'saved-searches': ['search', 'notifications', 'users'],
  search: ['memes', 'users'],
  trending: ['memes', 'users'],
  'bulk-upload': ['memes', 'notifications'],
  tags: ['memes', 'moderation', 'search'],
  sharing: ['memes', 'users', 'trending', 'search', 'tags', 'templates', 'albums'],
  bots: ['memes', 'search', 'sharing'],
  'gif-provider': ['memes', 'users', 'search', 'trending', 'tags', 'actions', 'sharing', 'moderation'],
  templates: ['memes', 'search', 'moderation', 'tags'],
  feed: ['memes', 'search', 'follows', 'tags', 'templates', 'users'],
  moderation: ['memes', 'notifications', 'search', 'users', 'auth', 'mail', 'settings', 'security-log'],
  webhooks: ['memes', 'notifications', 'sharing', 'mail', 'moderation'],
  admin: ['moderation', 'auth', 'users', 'settings', 'webhooks', 'memes'],
  privacy: ['memes', 'notifications', 'users', 'auth', 'mail', 'security-log'],
  // Only in the web client: combinations of the domains above.
  'meme-lists': ['albums', 'templates', 'memes', 'actions', 'follows', 'moderation', 'search', 'users'],
  history: ['meme-lists', 'memes', 'users'],
  account: ['users', 'auth', 'follows', 'privacy', 'memes'],
  studio: ['actions', 'memes', 'templates'],
  shortcuts: [],
}

const TESTS = '\\.test\\.tsx?$'
/** The only files that may import every domain. */
const COMPOSITION_ROOTS =
  '^server/(app|domain-deps|main|open-deps|run|serve|worker)\\.ts$|^server/domains/(all-domains|[^/]+/index)\\.ts$|^server/ops/(demo|cli)/'

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = [
  {
    name: 'contract-imports-only-zod',
    comment: 'The contract runs on both sides; what it imports, both sides carry.',
    from: { path: '^contract/', pathNot: TESTS },
    to: { pathNot: '^contract/|(^|/)node_modules/zod/' },
  },
  {
    name: 'web-and-server-meet-in-the-contract',
    comment: 'Neither runs the code of the other.',
    from: { path: '^(web|server)/' },
    to: { path: '^(web|server|e2e)/', pathNot: '^$1/' },
  },
  {
    name: 'packages-stand-alone',
    comment:
      'The demo is a data set that the server reads. The reader is published without its samples and training. The extension is MIT.',
    from: { path: '^(demo|packages/(caption-reader|extension))/[^/]+\\.ts$', pathNot: TESTS },
    to: { path: '^(contract|server|web|demo|test|e2e|tools|packages)/', pathNot: '^$1/[^/]+$' },
  },
  {
    name: 'product-imports-no-tests',
    comment: 'Factories and fixtures are no part of what ships.',
    from: { path: '^(server|web|contract)/', pathNot: TESTS },
    to: { path: `^(test|e2e|tools)/|${TESTS}` },
  },
  {
    name: 'benchmarks-stay-apart',
    comment: 'Importing a benchmark runs it: what two of them need is in tools/bench/helpers.',
    from: { path: '^(test|e2e|tools|packages)/', pathNot: '^tools/bench/main\\.ts$' },
    to: { path: '^tools/bench/benchmarks/' },
  },
  {
    name: 'tests-know-no-bench',
    comment: 'What tests and benchmarks share is in test/.',
    from: { path: '^(test|e2e|tools/scripts)/' },
    to: { path: '^tools/bench/' },
  },
  {
    name: 'product-uses-no-dev-dependency',
    comment: 'What runs on the server belongs in "dependencies".',
    from: { path: '^(server|contract)/|^(demo|packages/caption-reader)/[^/]+\\.ts$', pathNot: TESTS },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'captions-are-drawn-in-a-thread',
    comment: 'Laying out letters and tracing their outlines holds up every other request of the process.',
    from: {
      path: '^server/',
      pathNot: `^server/domains/templates/render/(caption-thread|draw-captions|caption-fonts)\\.ts$|${TESTS}`,
    },
    to: {
      path: '^server/domains/templates/render/(draw-captions|caption-fonts)\\.ts$|^contract/templates/caption-layout\\.ts$|(^|/)node_modules/opentype\\.js/',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'platform-imports-no-domain',
    comment: 'server/platform and server/web-pages serve any domain.',
    from: { path: '^server/(platform|web-pages)/|^server/[^/]+\\.ts$', pathNot: `${COMPOSITION_ROOTS}|${TESTS}` },
    to: { path: '^server/domains/' },
  },
  {
    name: 'roots-are-not-imported',
    comment: 'Composition roots import everything, so a module that imports one depends on everything.',
    from: { path: '^server/', pathNot: `${COMPOSITION_ROOTS}|${TESTS}` },
    to: { path: COMPOSITION_ROOTS },
  },
  {
    name: 'http-only-in-routes',
    comment: 'A use case does not depend on HTTP, so that a job or a command can call it.',
    from: {
      path: '^server/',
      pathNot: `^server/(platform/http|web-pages)/|^server/(app|main|run)\\.ts$|^server/domains/domain\\.ts$|^server/domains/.+routes\\.ts$|${TESTS}`,
    },
    to: { path: '(^|/)node_modules/(fastify|@fastify)/|^server/platform/http/' },
  },
  {
    name: 'queries-and-routes-stay-at-home',
    comment: 'Enter another domain through its use cases, memes/lists/ and types.',
    from: { path: '^server/domains/([^/]+)/', pathNot: TESTS },
    to: { path: '^server/domains/.+(queries|routes)\\.ts$', pathNot: '^server/domains/$1/' },
  },
  {
    name: 'web-parts-know-no-feature',
    comment: 'web/ui and web/lib serve any feature.',
    from: { path: '^web/(ui|lib)/' },
    to: { path: '^web/(entities|features|app)/' },
  },
  {
    name: 'entities-know-no-screen',
    comment: 'Screens read from the entity store, not the reverse.',
    from: { path: '^web/entities/' },
    to: { path: '^web/(ui|features|app)/' },
  },
  {
    name: 'features-know-no-app',
    comment: 'The app composes features, not the reverse.',
    from: { path: '^web/features/' },
    to: { path: '^web/app/' },
  },
  {
    name: 'no-cycles',
    comment: 'Files that import each other cannot be understood one at a time.',
    from: {},
    to: { circular: true },
  },
]

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const domainMap = Object.entries(domains).map(([domain, allowed]) => ({
  name: `domain-map-${domain}`,
  comment: allowed.length === 0 ? `${domain} uses no other domain.` : `${domain} may use ${allowed.join(', ')} alone.`,
  from: { path: `^(server/domains|web/features)/${domain}/`, pathNot: TESTS },
  to: {
    path: '^(server/domains|web/features)/[^/]+/',
    pathNot: `^(server/domains|web/features)/(${[domain, ...allowed].join('|')})/`,
  },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [...layers, ...domainMap],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    // Type imports count: a use case that uses FastifyRequest depends on HTTP, even though the compiler erases the import.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
