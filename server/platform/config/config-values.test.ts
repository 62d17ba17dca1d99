import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderForFile } from '#test/for-file.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { VARIABLES } from './environment.ts'

const folder = await folderForFile()

const read = (name: string, value: string) => readConfig({ DATA_DIR: folder.path, [name]: value })

const refused: Record<string, readonly string[]> = {
  OIDC_ONLY: ['yes', 'true', 'on'],
  GOOGLE_CLIENT_SECRET: ['two words'],
  PORT: ['eighty', '70000', '-1', '1e3', '0x10', '3000.5', '3000;', '٣٠٠٠', 'Infinity'],
  HOST: ['two words', 'http://localhost', 'localhost:3000', '[::1]', '-x', 'a..b', '*', '1.2.3.4/8'],
  PUBLIC_URL: [
    'nonsense',
    'memes.example.com',
    'ftp://memes.example.com',
    'https://memes.example.com/memes',
    'https://memes.example.com//',
    'https://memes.example.com?x=1',
    'https://memes.example.com/?',
    'https://memes.example.com/#top',
    'https://name:word@memes.example.com',
    'https://name@memes.example.com',
    'https:memes.example.com',
    'https://memes example.com',
    'https://memes.exa\tmple.com',
    'https://<memes>',
    'https://*',
    'https://',
    'https://memes.example.com:99999',
  ],
  // DATA_DIR rejects a path of a file; a test below covers it together with permissions.
  DATA_DIR: [],
  DATABASE_URL: [
    'nonsense',
    'mysql://localhost/memes',
    'postgres://',
    'postgres://localhost',
    'postgres://localhost/a/b',
    'postgres://user:pa%zz@localhost/memes',
    'postgres://localhost/memes#x',
    'postgres://local host/memes',
  ],
  DATABASE_POOL: ['0', 'many', '501', '-1'],
  DATABASE_READ_URL: ['nonsense', 'mysql://localhost/memes', 'postgres://localhost'],
  DATABASE_READ_LAG_MS: ['999', '60001', '5s', '-1'],
  MEDIA_URL: [
    'cdn.example.com',
    'ftp://cdn.example.com',
    'https://cdn.example.com?x=1',
    'https://name:word@cdn.example.com',
  ],
  MEDIA_ACCEL: [
    'stored',
    '/stored',
    'stored/',
    '/',
    '/a b/',
    '/../x/',
    '/media/',
    '/api/files/',
    'https://x.example/a/',
  ],
  MEDIA_PURGE_URL: ['nonsense', 'https://api.example.com/purge?key=1'],
  MEDIA_PURGE_TOKEN: ['two words'],
  SLOW_QUERY_MS: ['-1', '1s', '600001'],
  STORAGE_URL: [
    'nonsense',
    'http://bucket',
    's3://',
    's3://b',
    's3://bucket:9000',
    's3://bucket#x',
    's3://bucket?endpoint=minio:9000',
    's3://bucket?endpoint=',
    's3://bucket?endpoint=http://name:word@minio:9000',
    's3://bucket?region=',
    's3://bucket?region=here+there',
    's3://bucket?endpiont=http://minio:9000',
    's3://key@bucket',
    's3://key:sec%zzret@bucket',
  ],
  SMTP_URL: [
    'nonsense',
    'mail.example.com:587',
    'http://mail.example.com',
    'smtp://',
    'smtp://:587',
    'smtp://mail.example.com/x',
    'smtp://name:wo%zzrd@mail.example.com',
    'smtp://mail.example.com#x',
  ],
  MAIL_FROM: [
    'nonsense',
    'Memeroom',
    'Memeroom <nonsense>',
    'Memeroom <a@b> x, y@z',
    'a@b.example, c@d.example',
    '@example.com',
    'a@',
    'a@b@c',
    'a b@example.com',
    'a@exa mple.com',
    'a@b..example',
    'Memes: a@b.example, c@d.example;',
    'Memeroom\n<a@b.example>\r\nBcc: c@d.example',
  ],
  CONTACT_EMAIL: ['nonsense', 'a@', 'Memeroom <a@b.example>', 'a@localhost'],
  SOURCE_URL: ['nonsense', 'javascript:alert(1)', 'git@example.com:memes.git', 'https://git.example.com/memes?token=1'],
  AUTH_SECRET: ['short', ' '.repeat(40)],
  BREACHED_PASSWORDS: ['/nowhere/at/all', import.meta.filename, import.meta.dirname],
  REQUIRE_TLS: ['yes', 'true'],
  GOOGLE_CLIENT_ID: ['two words'],
  FACEBOOK_APP_ID: ['two words', '1234'],
  FACEBOOK_APP_SECRET: ['two words', 'secret'],
  GOOGLE_ISSUER_URL: ['nonsense', 'ftp://id.example.com', 'https://id.example.com?x', 'https://a:b@id.example.com'],
  FACEBOOK_GRAPH_URL: ['nonsense', 'graph.facebook.com', 'https://graph.example.com/#x'],
  TELEGRAM_WEBHOOK_SECRET: ['short', 'has blanks in the middle', 'x'.repeat(257), 'sixteen.characters'],
  DISCORD_PUBLIC_KEY: ['nonsense', 'a'.repeat(63), 'g'.repeat(64)],
  SLACK_SIGNING_SECRET: ['two words'],
  MATTERMOST_TOKEN: ['two words'],
  ROCKET_CHAT_TOKEN: ['two words'],
  ZULIP_TOKEN: ['two words'],
  DEMO: ['maybe', 'on', 'TRUE'],
  FREE_DISK_MIN_MB: ['-1', 'half', '0.5', '10000001'],
  DRAIN_DELAY_S: ['-1', '61', 'soon'],
  OCR: ['maybe', 'true'],
  OCR_LANGUAGES: ['klingon', 'eng+eng', 'eng,vie', 'eng+', '../eng', 'eng+fra'],
  EMBEDDINGS: ['maybe', 'clip', 'clip:', 'clip:/nowhere/at/all', 'clip:/nowhere\nat all'],
  WORKERS: ['-1', 'two', '65', '1.5', '1e1'],
  LINK_FETCH_ALLOWLIST: ['127.0.0.1', 'localhost:80', '10.0.0.0/8:80', '10.0.0.1:0', '10.0.0.1:70000', ','],
  TRUST_PROXY: [
    'yes',
    'true',
    '-1',
    '11',
    '1.5',
    '1e0',
    'loopback',
    'proxy.example.com',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/0',
    '::/0',
    'fd00::/129',
    'fe80::1%eth0',
    '10.0.0.1,',
    '10.0.0.1;10.0.0.2',
  ],
  // Any text is a valid folder name.
  BACKUP_DIR: ['s3://', 's3://bucket?acl=public', 's3:bucket'],
  BACKUP_KEEP: ['0', '-1', 'all', '1001'],
  LOG_LEVEL: ['loud', 'INFO'],
  RATE_LIMITS: ['sometimes', 'true'],
  METRICS_PORT: ['0', '-1', '70000', 'on', '127.0.0.1:9464', '3000'],
  METRICS_TOKEN: ['short', 'two words that are long enough'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector:4318', 'grpc://collector:4317', 'http://name:word@collector:4318'],
  API_DOCS: ['sometimes', 'true'],
}

const secret = 'x'.repeat(32)
const accepted: [name: string, value: string, key: keyof Config, expected: unknown][] = [
  ['PORT', ' 8080 ', 'port', 8080],
  ['PORT', '0', 'port', 0],
  ['PORT', '', 'port', 3000],
  ['HOST', '0.0.0.0', 'host', '0.0.0.0'],
  ['HOST', '::', 'host', '::'],
  ['HOST', 'memes_1.local', 'host', 'memes_1.local'],
  ['PUBLIC_URL', 'https://Memes.Example.com:443/', 'publicUrl', 'https://memes.example.com'],
  ['PUBLIC_URL', 'https://mèo.example', 'publicUrl', 'https://xn--mo-7ia.example'],
  ['PUBLIC_URL', 'http://[::1]:3000', 'publicUrl', 'http://[::1]:3000'],
  ['PUBLIC_URL', '  ', 'publicUrl', 'http://localhost:3000'],
  ['DATABASE_URL', 'postgres://user:p%40ss@db:5432/memes?sslmode=require', 'databaseUrl', undefined],
  ['DATABASE_URL', 'postgresql:///memes?host=/var/run/postgresql', 'databaseUrl', undefined],
  ['DATABASE_POOL', '25', 'databasePool', 25],
  ['MEDIA_URL', 'https://cdn.example.com/memes/', 'mediaUrl', 'https://cdn.example.com/memes'],
  ['MEDIA_PURGE_URL', 'https://api.example.com/purge', 'mediaPurgeUrl', 'https://api.example.com/purge'],
  ['MEDIA_PURGE_TOKEN', 'abc123', 'mediaPurgeToken', 'abc123'],
  ['SLOW_QUERY_MS', '0', 'slowQueryMs', 0],
  ['STORAGE_URL', 's3://memes?endpoint=http://minio:9000&region=auto', 'storageUrl', undefined],
  ['SMTP_URL', 'smtp://name:p%40ss@mail:587?requireTLS=true', 'smtpUrl', undefined],
  ['MAIL_FROM', 'Memeroom <no-reply@localhost>', 'mailFrom', undefined],
  ['MAIL_FROM', '"Mèo, Ltd." <mails@mèo.example>', 'mailFrom', undefined],
  ['MAIL_FROM', 'mails@example.com', 'mailFrom', undefined],
  ['CONTACT_EMAIL', ' help@example.com ', 'contactEmail', 'help@example.com'],
  ['SOURCE_URL', 'https://git.example.com/our/memes/', 'sourceUrl', 'https://git.example.com/our/memes'],
  ['AUTH_SECRET', secret, 'authSecret', secret],
  ['GOOGLE_ISSUER_URL', 'https://id.example.com/realm/', 'googleIssuerUrl', 'https://id.example.com/realm'],
  ['FACEBOOK_GRAPH_URL', 'http://127.0.0.1:9000', 'facebookGraphUrl', 'http://127.0.0.1:9000'],
  ['TELEGRAM_WEBHOOK_SECRET', ' a-Secret_of_telegram ', 'telegramWebhookSecret', 'a-Secret_of_telegram'],
  ['DISCORD_PUBLIC_KEY', 'AB'.repeat(32), 'discordPublicKey', 'ab'.repeat(32)],
  ['SLACK_SIGNING_SECRET', 'abc123', 'slackSigningSecret', 'abc123'],
  [
    'MATTERMOST_TOKEN',
    'abc123',
    'teamChatTokens',
    { mattermost: 'abc123', 'rocket-chat': undefined, zulip: undefined },
  ],
  [
    'ROCKET_CHAT_TOKEN',
    'abc123',
    'teamChatTokens',
    { mattermost: undefined, 'rocket-chat': 'abc123', zulip: undefined },
  ],
  ['ZULIP_TOKEN', 'abc123', 'teamChatTokens', { mattermost: undefined, 'rocket-chat': undefined, zulip: 'abc123' }],
  ['OCR', 'off', 'ocr', 'off'],
  ['OCR', 'on', 'ocr', 'full'],
  ['OCR', 'light', 'ocr', 'light'],
  ['OCR_LANGUAGES', 'ind+vie', 'ocrLanguages', 'ind+vie'],
  ['WORKERS', '0', 'workers', 0],
  ['LINK_FETCH_ALLOWLIST', '10.0.0.7:80, [FD00:0::7]:8080', 'linkFetchAllowlist', ['10.0.0.7:80', '[fd00::7]:8080']],
  ['BACKUP_DIR', 's3://bucket/safe?region=eu-west-1', 'backupDir', 's3://bucket/safe?region=eu-west-1'],
  ['BACKUP_DIR', '/srv/backup', 'backupDir', path.resolve('/srv/backup')],
  ['BACKUP_KEEP', '30', 'backupKeep', 30],
  ['METRICS_PORT', '9464', 'metricsPort', 9464],
  ['METRICS_TOKEN', 'x'.repeat(16), 'metricsToken', undefined],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', 'tracing', true],
  ['API_DOCS', 'off', 'apiDocs', false],
  ['DRAIN_DELAY_S', '6', 'drainDelayMs', 6000],
  ['TRUST_PROXY', 'off', 'trustProxy', 0],
  ['TRUST_PROXY', '0', 'trustProxy', 0],
  ['TRUST_PROXY', 'on', 'trustProxy', 1],
  ['TRUST_PROXY', '2', 'trustProxy', 2],
  ['TRUST_PROXY', '10.0.0.0/8, 192.0.2.1, fd00::/8', 'trustProxy', ['10.0.0.0/8', '192.0.2.1', 'fd00::/8']],
]

describe('variables', () => {
  test('have a test of invalid values and a row in the README', () => {
    expect(Object.keys(refused).sort()).toEqual([...VARIABLES].sort())
    const readme = readFileSync(path.join(import.meta.dirname, '../../..', 'README.md'), 'utf8')
    for (const name of VARIABLES) expect(readme, name).toMatch(new RegExp(`^\\|[^|]*\`${name}\``, 'm'))
  })

  const rows = Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const))
  test.each(rows)('reject %s=%j in one line with the name and the rule', (name, value) => {
    expect(() => read(name, value)).toThrow(ConfigError)
    // With only one of the Facebook settings, the error names the other.
    const named = name.startsWith('FACEBOOK_APP') ? 'FACEBOOK_APP_(ID|SECRET)' : name
    expect(() => read(name, value)).toThrow(new RegExp(`^${named} must [^\\r\\n]+$`))
  })

  test.each(accepted)('accept %s=%j', (name, value, key, expected) => {
    expect(read(name, value)[key]).toEqual(expected ?? value)
  })

  test('with secrets never appear in the error', () => {
    for (const name of ['DATABASE_URL', 'STORAGE_URL', 'SMTP_URL', 'AUTH_SECRET'])
      expect(() => read(name, 'ftp://name:topsecret@host#')).toThrow(/^(?!.*topsecret)/)
  })
})

test('reads a setting under its former name with a warning, and prefers the present name', () => {
  const DATA_DIR = path.join(folder.path, 'former')
  const former = readConfig({ DATA_DIR, LINK_PRIVATE_PLACES: '10.0.0.7:80' })
  expect(former.linkFetchAllowlist).toEqual(['10.0.0.7:80'])
  expect(former.warnings).toEqual(['LINK_PRIVATE_PLACES is now called LINK_FETCH_ALLOWLIST'])
  const both = readConfig({ DATA_DIR, LINK_PRIVATE_PLACES: '10.0.0.7:80', LINK_FETCH_ALLOWLIST: '10.0.0.8:80' })
  expect(both.linkFetchAllowlist).toEqual(['10.0.0.8:80'])
  expect(readConfig({ DATA_DIR }).warnings).toEqual([])
})

test('refuses a truncated stored secret and replaces an empty one', () => {
  const DATA_DIR = path.join(folder.path, 'cut')
  mkdirSync(DATA_DIR)
  writeFileSync(path.join(DATA_DIR, 'auth-secret'), 'abc')
  expect(() => readConfig({ DATA_DIR })).toThrow(/^DATA_DIR must hold a complete secret: /)
  writeFileSync(path.join(DATA_DIR, 'auth-secret'), '')
  expect(readConfig({ DATA_DIR }).authSecret.length).toBeGreaterThanOrEqual(32)
})

test('MEDIA_ACCEL requires TRUST_PROXY', () => {
  const DATA_DIR = path.join(folder.path, 'accel')
  expect(() => readConfig({ DATA_DIR, MEDIA_ACCEL: '/stored-pictures/' })).toThrow(
    /^MEDIA_ACCEL must be set only behind nginx/,
  )
  expect(readConfig({ DATA_DIR, MEDIA_ACCEL: '/stored-pictures/', TRUST_PROXY: '1' }).mediaAccel).toBe(
    '/stored-pictures/',
  )
})
