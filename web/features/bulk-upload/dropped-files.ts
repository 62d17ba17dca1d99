/** All files of a drop, those inside dropped folders included, in the order of their names within each folder. */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries must be asked for before the first wait: the browser empties the list then.
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null
    return entry ? [entry] : []
  })
  if (entries.length === 0) return [...data.files]
  return (await Promise.all(entries.map((entry) => filesOf(entry, entry.isFile)))).flat()
}

/** What was dropped by itself is told about when it is no picture; what merely lies in a folder is passed over. */
async function filesOf(entry: FileSystemEntry, isOwnChoice: boolean): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    return isOwnChoice || file.type.startsWith('image/') ? [file] : []
  }
  const inside = (await readAll(entry as FileSystemDirectoryEntry)).sort((a, b) => a.name.localeCompare(b.name))
  return (await Promise.all(inside.map((child) => filesOf(child, false)))).flat()
}

/** A folder tells its content in parts of a hundred. */
async function readAll(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return all
    all.push(...part)
  }
}
