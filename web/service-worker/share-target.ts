import { PAGES } from '#contract/pages.ts'
import { keepShared } from './keep-shared.ts'
import { SHARED_PARAM } from './protocol.ts'

/**
 * Takes what the system shares with the installed application: files are kept until a page takes them up, one in quick upload,
 * several in bulk upload; without files, a link.
 */
export async function receiveShared(request: Request): Promise<Response> {
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
