import { describe, expect, test } from 'vitest'
import { parseStorageUrl } from './storage-url.ts'

describe('where the bucket is', () => {
  test('a bucket of AWS needs its name alone', () => {
    expect(parseStorageUrl('s3://memes')).toEqual({ bucket: 'memes', prefix: '', region: 'us-east-1' })
    expect(parseStorageUrl('s3://memes?region=ap-southeast-1')).toMatchObject({ region: 'ap-southeast-1' })
  })

  test('another provider is named by its endpoint, credentials and folder may be in it', () => {
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
  ])('%s is refused with the rule that it breaks', (url, rule) => {
    expect(() => parseStorageUrl(url)).toThrow(rule)
  })

  test('what goes wrong is told without the secret', () => {
    expect(() => parseStorageUrl('s3://key:topsecret@memes?endpoint=ftp://x')).toThrow(/^(?!.*topsecret)/)
  })
})
