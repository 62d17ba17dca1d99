import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

// A Fastify server that serves a folder and does nothing else. PORT and the folder as arguments.
const [port = '0', root = ''] = process.argv.slice(2)
const app = Fastify()
await app.register(fastifyStatic, { root, prefix: '/media/', maxAge: '1y', immutable: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
