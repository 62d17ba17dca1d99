/** Returns all files of a drop, including those in dropped folders. Each folder's files are sorted by name. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Read the entries before the first await: the browser then empties the list.
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map((entry) => filesOf(entry, entry.isFile)))).flat()
}

/**
 * Returns the files of an entry. A directly dropped file may be of any type, so that the caller can report non-pictures. Inside
 * folders, only pictures are returned.
 */
async function filesOf(entry: FileSystemEntry, isOwnChoice: boolean): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return isOwnChoice || file.type.startsWith('image/') ? [file] : []
  }
  const inside = (await readAll(entry as FileSystemDirectoryEntry)).sort((a, b) => a.name.localeCompare(b.name))
  return (await Promise.all(inside.map((child) => filesOf(child, false)))).flat()
}

/** Reads a folder. Browsers return its entries in batches of 100. */
async function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
