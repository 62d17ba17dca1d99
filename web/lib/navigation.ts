type Go = (path: string, options?: { replace?: boolean }) => void

let go: Go = (path) => location.assign(path)

/** The router lends its navigation to code outside React, such as the rules of the API client. */
export function setNavigation(next: Go): void {
  go = next
}

export function navigateTo(path: string, options?: { replace?: boolean }): void {
  go(path, options)
}
