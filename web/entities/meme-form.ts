interface MemeFields {
  name: string
  description: string
  sensitive: boolean
  allowDuplicate: boolean
}

/** Returns the form that uploads one meme, without its picture: the server reads the fields before the file. */
export function memeForm({ name, description, sensitive, allowDuplicate }: MemeFields): FormData {
  const form = new FormData()
  form.set('name', name)
  form.set('description', description)
  if (sensitive) form.set('sensitive', 'true')
  if (allowDuplicate) form.set('allowDuplicate', 'true')
  return form
}
