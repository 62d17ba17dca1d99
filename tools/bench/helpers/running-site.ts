import { multipart } from '#test/multipart.ts'

const CACHED = /^memeroom_cache_lookups_total\{.*cache="visitors-1s".*result="hit".*\} (\d+)/m

/** The number of responses from the visitors' cache since the start of the site with this METRICS_PORT. */
export async function cachedResponses(metricsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(CACHED.exec(metrics)?.[1] ?? 0)
}

interface Uploaded {
  _id: string
  image: { imageSmall: string }
}

/**
 * Uploads a picture, also if the site has the same.
 * @param authorization the header of the member
 * @throws with the status and body of a refusal
 */
export async function uploadPicture(
  url: string,
  authorization: string,
  { name, bytes, type = 'image/jpeg' }: { name: string; bytes: Buffer; type?: string },
): Promise<Uploaded> {
  const form = multipart([
    { name: 'image', value: bytes, fileName: 'picture', type },
    { name: 'name', value: name },
    { name: 'allowDuplicate', value: 'true' },
  ])
  const answer = await fetch(`${url}/api/meme`, {
    method: 'POST',
    headers: { ...form.headers, authorization },
    body: new Uint8Array(form.payload),
  })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: Uploaded }).data
}
