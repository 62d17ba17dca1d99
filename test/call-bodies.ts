import type { CallShape } from '#contract/call.ts'
import { multipart } from './multipart.ts'

/**
 * The bodies that a call takes: none, or JSON and, if it takes files, one form per file field.
 * @param drawPicture returns a PNG
 */
export async function bodiesOf(
  call: CallShape,
  body: object | undefined,
  drawPicture: () => Promise<Buffer>,
): Promise<object[]> {
  if (call.method === 'GET') return [{}]
  const plain = call.multipart === 'required' ? [] : [body ? { body } : {}]
  if (!call.files) return plain
  const picture = await drawPicture()
  const fields = Object.entries(body ?? {}).map(([name, value]) => ({
    name,
    value: typeof value === 'object' ? JSON.stringify(value) : String(value),
  }))
  const forms = call.files.map((name) =>
    multipart([...fields, { name, value: picture, fileName: 'a.png', type: 'image/png' }]),
  )
  return [...plain, ...forms]
}
