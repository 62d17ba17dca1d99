/** Values of the parameters of a path pattern. */
export type Params = Readonly<Record<string, string | undefined>>

/**
 * Matches a whole pathname with a pattern such as `/user/:username` or `/bulk-upload/:uploadId?`; slashes at the end do not count.
 * @returns the decoded parameters; null without a match
 */
export function matchPath(pattern: string, pathname: string, { caseSensitive = false } = {}): Params | null {
  const names: string[] = []
  const source = pattern
    .replace(/\/+$/, '')
    .replace(/[\\.*+^${}|()[\]]/g, '\\$&')
    .replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
      names.push(name)
      return optional ? '(?:/([^/]+))?' : '/([^/]+)'
    })
  const found = new RegExp(`^${source}/*$`, caseSensitive ? '' : 'i').exec(pathname)
  return found && Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1])]))
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}
