import { describe, expect, test } from 'vitest'
import { folderForFile } from '#test/for-file.ts'
import { readConfig } from './config.ts'

const folder = await folderForFile()

describe('REQUIRE_TLS', () => {
  const safe = {
    REQUIRE_TLS: 'on',
    PUBLIC_URL: 'https://memes.example.com',
    DATABASE_URL: 'postgres://user@db/memes?sslmode=verify-full',
    SMTP_URL: 'smtp://mail.example.com:587?requireTLS=true',
    STORAGE_URL: 's3://memes?endpoint=https://s3.example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
  }
  const plain: [string, string][] = [
    ['PUBLIC_URL', 'http://memes.example.com'],
    ['PUBLIC_URL', ''],
    ['DATABASE_URL', 'postgres://user@db/memes'],
    ['DATABASE_URL', 'postgres://user@db/memes?sslmode=require'],
    ['DATABASE_URL', 'postgres://user@db/memes?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://localhost/memes?host=db.example.com'],
    ['DATABASE_READ_URL', 'postgres://user@replica/memes'],
    ['SMTP_URL', 'smtp://mail.example.com:587'],
    ['SMTP_URL', 'smtps://mail.example.com?tls.rejectUnauthorized=false'],
    ['STORAGE_URL', 's3://memes?endpoint=http://minio:9000'],
    ['MEDIA_URL', 'http://cdn.example.com'],
    ['MEDIA_PURGE_URL', 'http://api.example.com/purge'],
    ['GOOGLE_ISSUER_URL', 'http://id.example.com'],
    ['FACEBOOK_GRAPH_URL', 'http://graph.example.com'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318'],
  ]
  const start = (name: string, value: string) => readConfig({ DATA_DIR: folder.path, ...safe, [name]: value })

  test.each(plain)('refuses %s=%s', (name, value) => {
    expect(() => start(name, value)).toThrow(new RegExp(`^${name} must .+ while REQUIRE_TLS is on$`))
    const lenient = { DATA_DIR: folder.path, ...safe, REQUIRE_TLS: 'off', [name]: value }
    expect(readConfig(lenient).port).toBe(3000)
  })

  test.each([
    ['DATABASE_URL', 'postgresql:///memes?host=/var/run/postgresql'],
    ['DATABASE_URL', 'postgres://user@127.0.0.1/memes'],
    ['SMTP_URL', 'smtps://mail.example.com'],
    ['SMTP_URL', 'smtp://localhost:1025'],
    ['STORAGE_URL', 's3://memes'],
  ])('accepts %s=%s', (name, value) => {
    expect(start(name, value).publicUrl).toBe('https://memes.example.com')
  })
})
