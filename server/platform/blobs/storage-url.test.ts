import { describe, expect, test } from 'vitest'
import { parseStorageUrl } from './storage-url.ts'

describe('parseStorageUrl', () => {
  test('needs only the name of an AWS bucket', () => {
    expect(parseStorageUrl('s3://memes')).toEqual({ bucket: 'memes', prefix: '', region: 'us-east-1' })
    expect(parseStorageUrl('s3://memes?region=ap-southeast-1')).toMatchObject({ region: 'ap-southeast-1' })
  })

  test('reads another provider’s endpoint, credentials and folder', () => {
    const url = 's3://key:sec%2Fret@memes/a/b/?endpoint=http%3A%2F%2F127.0.0.1%3A9000%2F&region=auto'
    expect(parseStorageUrl(url)).toEqual({
      bucket: 'memes',
      prefix: 'a/b/',
      region: 'auto',
      endpoint: 'http://127.0.0.1:9000',
      credentials: { accessKeyId: 'key', secretAccessKey: 'sec/ret' },
    })
    expect(parseStorageUrl('s3://memes?endpoint=https://s3.example.com')).toMatchObject({
      endpoint: 'https://s3.example.com',
    })
  })

  test.each([
    ['nonsense', 's3://bucket'],
    ['https://memes.example.com', 's3://bucket'],
    ['s3://', 'bucket'],
    ['s3://memes?endpoint=minio:9000', 'endpoint'],
    ['s3://topsecret@memes', 'both key and secret'],
  ])('rejects %s with the broken rule', (url, rule) => {
    expect(() => parseStorageUrl(url)).toThrow(rule)
  })

  test('errors do not contain the secret', () => {
    expect(() => parseStorageUrl('s3://key:topsecret@memes?endpoint=ftp://x')).toThrow(/^(?!.*topsecret)/)
  })
})
