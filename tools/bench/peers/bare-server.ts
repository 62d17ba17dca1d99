import { readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import MiniSearch from 'minisearch'

// Fastify with one prepared response, a folder of files and MiniSearch over the captions: an upper bound for each. Arguments:
// PORT and the folder, which has answer.json, captions.json and pictures.
const [port = '0', root = ''] = process.argv.slice(2)
const answer = readFileSync(path.join(root, 'answer.json'), 'utf8')
const captions = JSON.parse(readFileSync(path.join(root, 'captions.json'), 'utf8')) as string[]
const index = new MiniSearch({ fields: ['text'], storeFields: ['text'] })
index.addAll(captions.map((text, id) => ({ id, text })))
const app = Fastify()
await app.register(fastifyStatic, { root, prefix: '/media/' })
app.get('/page', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer))
app.get<{ Querystring: { q: string } }>('/search', async ({ query }) =>
  index.search(query.q, { fuzzy: 0.2, prefix: true, combineWith: 'AND' }).slice(0, 50),
)
await app.listen({ port: Number(port), host: '127.0.0.1' })
