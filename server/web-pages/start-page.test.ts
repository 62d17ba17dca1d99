import { expect, test } from 'vitest'
import { folderForFile } from '#test/for-file.ts'
import { readConfig } from '../platform/config/config.ts'
import { runningAt, setupOf, startPage } from './start-page.ts'

const ADDRESS = 'http://localhost:3000'
const folder = await folderForFile()

const page = (environment: Record<string, string> = {}) => {
  const config = readConfig({ DATA_DIR: folder.path, ...environment })
  return startPage(`Memeroom 1.2.3 ${runningAt(config.publicUrl, 3000)}`, setupOf(config, ADDRESS))
}

test('without settings it lists disabled features with their variables, and the addresses', () => {
  const text = page()
  expect(text).toContain('Memeroom 1.2.3 is running at http://localhost:3000\n')
  for (const line of [
    `Database          embedded, in ${folder.path}`,
    `Pictures          in ${folder.path}/media`,
    'Backup            off (BACKUP_DIR)',
    'API reference     http://localhost:3000/api/docs',
    'Health            http://localhost:3000/api/ready',
    'Metrics           http://localhost:3000/metrics, from this machine only',
  ])
    expect(text).toContain(line)
  expect(text).toMatch(/Mail +not sent, but written to .*outbox \(SMTP_URL\)/)
})

test('with settings it lists the locations without secrets', () => {
  const text = page({
    DATABASE_URL: 'postgres://memes:secret-1@db:5433/memes?sslmode=require',
    STORAGE_URL: 's3://key-id:secret-2@pictures?endpoint=http://minio:9000',
    SMTP_URL: 'smtps://name:secret-3@mail:465',
    METRICS_TOKEN: 'secret-4-secret-4',
    GOOGLE_CLIENT_ID: 'id',
    SLACK_SIGNING_SECRET: 'secret-5',
    AUTH_SECRET: 'secret-6'.repeat(5),
    WORKERS: '0',
    TRUST_PROXY: '10.0.0.0/8',
    MEDIA_ACCEL: '/stored-pictures/',
  })
  expect(text).not.toMatch(/secret-\d|key-id|name:/)
  for (const part of [
    'db:5433/memes, ',
    'bucket pictures at http://minio:9000',
    'mail:465',
    'with METRICS_TOKEN',
    'password, passkeys, Google',
    'Chat bots         Slack',
    'Jobs              off (WORKERS)',
    'Proxies           10.0.0.0/8',
    'Served by nginx   pictures, at /stored-pictures/',
  ])
    expect(text).toContain(part)
  expect(page({ PUBLIC_URL: 'https://memes.example.com' })).toContain(
    'is running at https://memes.example.com, and listens on port 3000\n',
  )
  expect(page({ DATABASE_URL: 'postgresql:///memes?host=/var/run/postgresql' })).toContain('/var/run/postgresql/memes')
})
