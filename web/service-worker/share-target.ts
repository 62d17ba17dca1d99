import { PAGES, SHARED_PARAM } from '#contract/pages.ts'
import { keepShared } from './keep-shared.ts'

/**
 * Takes what the system shares with the installed application: files are kept until a page takes them up, one in quick upload,
 * several in bulk upload; without files, a link. A form of another site is refused: here where it names its origin, else by the
 * server, which learns from the browser (Sec-Fetch-Site, which workers are not given) who caused the redirect.
 */
export async function receiveShared(request: Request): Promise<Response> {
  const origin = request.headers.get('origin') ?? 'null'
  if (origin !== 'null' && origin !== new URL(request.url).origin) return Response.redirect(PAGES.home, 303)
  const form = await request.formData()
  const files = form.getAll('images').filter((value) => value instanceof File && value.size > 0) as File[]
  await keepShared(files, linkIn(form))
  const page = files.length > 1 ? PAGES.bulkUpload : PAGES.home
  return Response.redirect(`${page}?${SHARED_PARAM}=1`, 303)
}

/** Some systems put the link into the text. */
function linkIn(form: FormData): string | undefined {
  const words = `${form.get('url') ?? ''} ${form.get('text') ?? ''}`
  return /https?:\/\/\S+/i.exec(words)?.[0]
}
