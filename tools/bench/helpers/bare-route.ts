import { readFileSync } from 'node:fs'
import Fastify from 'fastify'

// A Fastify server that returns one prepared string: an upper bound for a route. Arguments: PORT and the file with the response.
const [port = '0', file = ''] = process.argv.slice(2)
const answer = readFileSync(file, 'utf8')
const app = Fastify()
app.get('/api/recommendation-feed', async (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(answer),
)
await app.listen({ port: Number(port), host: '127.0.0.1' })
