import { expect, test } from 'vitest'
import { telegramJson } from '#test/telegram-export.ts'
import { readJsonList } from './json-list.ts'

async function* inChunks(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text)
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes)
}

async function read(text: string, bytes = 64) {
  const { head, elements } = await readJsonList(inChunks(text, bytes))
  const found: unknown[] = []
  for await (const element of elements) found.push(element)
  return { head, found }
}

const MESSAGES = [
  { text: 'brackets ]}[{ and "quotes" \\ and \\\\x41', nested: [{ a: [1] }, []] },
  { text: 'Ünïcödé 🐱 line\nbreak' },
  {},
]

test.each([1, 2, 3, 7, 64, 10_000])('reads a list in chunks of %d bytes', async (bytes) => {
  const content = { name: 'A "chat"', type: 'public_channel', messages: MESSAGES, after: [{ ignored: true }] }
  const expected = { head: { name: 'A "chat"', type: 'public_channel', messages: [] }, found: MESSAGES }
  expect(await read(JSON.stringify(content), bytes)).toEqual(expected)
  expect(await read(telegramJson(content), bytes)).toEqual(expected)
  expect(await read(JSON.stringify(MESSAGES), bytes)).toEqual({ head: [], found: MESSAGES })
})

test('reads control characters as Telegram Desktop writes them', async () => {
  const text = 'bell \u0007, escape \u001b, form feed \f, backslash x \\x1B'
  const json = telegramJson({ messages: [{ text }] })
  expect(json).toContain('\\x07')
  expect(() => JSON.parse(json)).toThrow()
  expect((await read(json)).found).toEqual([{ text }])
})

test.each([
  ['', 'ends early'],
  ['{"a": 1}', 'ends early'],
  ['{"a": {"list": [', 'is not JSON'],
  ['[{"a": 1}, {"b": ', 'ends early'],
  ['[{"a": 1 "b"}]', 'is not JSON'],
  [`{"a": "${'x'.repeat(70_000)}", "list": []}`, 'has no list'],
  [`[{"a": "${'x'.repeat(1_100_000)}"}]`, 'has an entry of more than'],
])('refuses %.20j', async (text, message) => {
  await expect(read(text, 4096)).rejects.toThrow(message)
})
