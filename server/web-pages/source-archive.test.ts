import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { sourceRoutes, sourceUrl } from './source-archive.ts'

test('a site serves its source archive, unless the operator names another address', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder.path, 'source.tar.gz')
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await folder.remove()
  })
  sourceRoutes(app, file)
  const elsewhere = 'https://git.example.com/memes'
  expect(sourceUrl({ sourceUrl: undefined }, file)).toBeNull()
  expect(sourceUrl({ sourceUrl: elsewhere }, file)).toBe(elsewhere)
  expect((await app.inject('/source.tar.gz')).statusCode).not.toBe(200)

  await writeFile(file, 'archive')
  expect(sourceUrl({ sourceUrl: undefined }, file)).toBe('/source.tar.gz')
  expect(sourceUrl({ sourceUrl: elsewhere }, file)).toBe(elsewhere)
  const { statusCode, headers, body } = await app.inject('/source.tar.gz')
  expect([statusCode, headers['content-type'], headers['content-length'], body]).toEqual([
    200,
    'application/gzip',
    '7',
    'archive',
  ])
})
