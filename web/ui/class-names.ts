/** Joins the truthy names: `classNames(styles.tile, active && styles.active)`. */
export function classNames(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
