import { type FileTree, readFrom, type TreeFolder } from './file-tree.ts'
import { type ImportItem, type ImportSource, PICTURE_NAME, skippedItem, splitCaption } from './import-item.ts'

const CAPTION_MAX_BYTES = 20_000

/**
 * Imports all pictures of a folder or an archive. Names of subfolders become tags. Beside `cat.png`, `cat.txt` or `cat.png.txt`
 * may hold a caption: its first line is the name, the rest the description.
 */
export function picturesSource(tree: FileTree): ImportSource {
  return { kind: tree.kind, items: () => itemsOf(tree), close: tree.close }
}

async function* itemsOf(tree: FileTree): AsyncGenerator<ImportItem> {
  for await (const folder of tree.folders()) {
    const labelOf = (name: string) => [...folder.path, name].join('/')
    for (const { name, reason } of folder.others) yield skippedItem(labelOf(name), reason)
    const pictures = folder.files.filter((name) => PICTURE_NAME.test(name))
    const captions = new Set(pictures.flatMap(captionNames))
    for (const name of folder.files)
      if (!PICTURE_NAME.test(name) && !captions.has(name)) yield skippedItem(labelOf(name), 'unsupported type')
    const files = new Set(folder.files)
    for (const name of pictures.toSorted()) yield await itemOf(tree, folder, files, name)
  }
}

const captionNames = (picture: string) => [`${picture}.txt`, picture.replace(PICTURE_NAME, '.txt')]

async function itemOf(
  tree: FileTree,
  folder: TreeFolder,
  files: ReadonlySet<string>,
  fileName: string,
): Promise<ImportItem> {
  const pathOf = (name: string) => [...folder.path, name].join('/')
  const caption = captionNames(fileName).find((name) => files.has(name))
  const text = caption && (await readFrom(tree, pathOf(caption), CAPTION_MAX_BYTES).catch(() => ''))
  return {
    label: pathOf(fileName),
    fileName,
    ...splitCaption(text ?? ''),
    tags: folder.path,
    open: () => tree.open(pathOf(fileName)),
  }
}
