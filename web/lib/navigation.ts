type Go = (path: string, options?: { replace?: boolean }) => void

let go: Go = (path) => location.assign(path)

/** The router registers its navigate function for code outside React, such as the API client. */
export function setNavigation(next: Go): void {
  go = next
}

export function navigateTo(path: string, options?: { replace?: boolean }): void {
  go(path, options)
}
