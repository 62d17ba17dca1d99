import { BULK_MAX_FILES } from '#contract/limits.ts'
import { PAGES } from '#contract/pages.ts'
import { SHARED_CACHE, SHARED_LINK_KEY, SHARED_PARAM } from './protocol.ts'

/**
 * Takes what the system shares with the installed application: files are kept until a page takes them up, one in quick upload,
 * several in bulk upload; without files, a link.
 */
export async function receiveShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form
    .getAll('images')
    .filter((value) => value instanceof File && value.size > 0)
    .slice(0, BULK_MAX_FILES) as File[]
  await caches.delete(SHARED_CACHE)
  const cache = await caches.open(SHARED_CACHE)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) }
    await cache.put(`/shared/${index}`, new Response(file, { headers }))
  }
  const link = linkIn(form)
  if (files.length === 0 && link) await cache.put(SHARED_LINK_KEY, new Response(link))
  const page = files.length > 1 ? PAGES.bulkUpload : PAGES.home
  return Response.redirect(`${page}?${SHARED_PARAM}=1`, 303)
}

/** Some systems put the link into the text. */
function linkIn(form: FormData): string | undefined {
  const words = `${form.get('url') ?? ''} ${form.get('text') ?? ''}`
  return /https?:\/\/\S+/i.exec(words)?.[0]
}
