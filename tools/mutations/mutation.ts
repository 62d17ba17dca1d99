/** One way to break a rule: `search` occurs exactly once in `file`. */
export interface Mutation {
  rule: string
  file: string
  search: string
  replace: string
  tests: string[]
}

export const domains = (path: string) => `server/domains/${path}`
