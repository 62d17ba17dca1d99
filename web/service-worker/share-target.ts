import { PAGES, SHARED_PARAM } from '#contract/pages.ts'
import { storeShared } from './store-shared.ts'

/**
 * Receives content shared with the installed application. Files are stored until a page reads them: one goes to quick upload,
 * several to bulk upload. Without files, stores a link. Rejects forms of other sites: here if the Origin header names another
 * site, else on the server, where the browser reports the initiator of the redirect (Sec-Fetch-Site, which workers cannot read).
 */
export async function receiveShared(request: Request): Promise<Response> {
  const origin = request.headers.get('origin') ?? 'null'
  if (origin !== 'null' && origin !== new URL(request.url).origin) return Response.redirect(PAGES.home, 303)
  const form = await request.formData()
  const files = form.getAll('images').filter((value) => value instanceof File && value.size > 0) as File[]
  await storeShared(files, linkIn(form))
  const page = files.length > 1 ? PAGES.bulkUpload : PAGES.home
  return Response.redirect(`${page}?${SHARED_PARAM}=1`, 303)
}

/** Finds the link. Some systems put it into the text. */
function linkIn(form: FormData): string | undefined {
  const words = `${form.get('url') ?? ''} ${form.get('text') ?? ''}`
  return /https?:\/\/\S+/i.exec(words)?.[0]
}
