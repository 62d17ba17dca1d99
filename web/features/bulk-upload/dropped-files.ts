/** All files of a drop, those inside dropped folders included, in the order of their names within each folder. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be read before the first await, after which the browser empties the list.
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map((entry) => filesOf(entry, entry.isFile)))).flat()
}

/** Reports dropped files that are not pictures; silently ignores those inside folders. */
async function filesOf(entry: FileSystemEntry, isOwnChoice: boolean): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return isOwnChoice || file.type.startsWith('image/') ? [file] : []
  }
  const inside = (await readAll(entry as FileSystemDirectoryEntry)).sort((a, b) => a.name.localeCompare(b.name))
  return (await Promise.all(inside.map((child) => filesOf(child, false)))).flat()
}

/** Folders are read in batches of 100. */
async function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
