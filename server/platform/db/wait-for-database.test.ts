import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { waitForDatabase } from './wait-for-database.ts'

let server: Server
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** An ErrorResponse of the PostgreSQL protocol, version 3. */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Starts a server that answers connection n with the error `answer(n)`. */
async function fakeDatabase(answer: (connection: number) => Buffer): Promise<string> {
  let connections = 0
  server = createServer((socket: Socket) => {
    connections += 1
    const nth = connections
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer(nth)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `postgres://someone@127.0.0.1:${(server.address() as AddressInfo).port}/memeroom`
}

const starting = errorResponse('57P03', 'the database system is starting up')

test('waits for a starting database with one line, then reports its final answer', async () => {
  const lines: string[] = []
  const url = await fakeDatabase((nth) =>
    nth < 3 ? starting : errorResponse('3D000', 'database "memeroom" does not exist'),
  )
  await expect(waitForDatabase(url, { say: (line) => lines.push(line) })).rejects.toThrow(
    'database "memeroom" does not exist',
  )
  expect(lines).toEqual(['Memeroom waits for the database, two minutes at most: the database system is starting up'])
})

test('reports a wrong password at once', async () => {
  const lines: string[] = []
  const url = await fakeDatabase(() => errorResponse('28P01', 'password authentication failed for user "someone"'))
  await expect(waitForDatabase(url, { say: (line) => lines.push(line) })).rejects.toThrow('password authentication')
  expect(lines).toEqual([])
})

test('gives up on a database that never starts after the time limit', async () => {
  const url = await fakeDatabase(() => starting)
  await expect(waitForDatabase(url, { say: () => {}, waitMs: 1 })).rejects.toThrow(
    'the database does not answer: the database system is starting up',
  )
})
