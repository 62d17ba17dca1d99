import type { Deps } from '#server/platform/deps.ts'
import { readFor } from '#server/platform/read-for.ts'
import type { Visitor } from '#server/platform/viewer.ts'
import type { PageRequest } from '#server/web-pages/page-document.ts'
import type { FeedReader } from '#server/web-pages/web-client.ts'
import type { Domain } from '../domain.ts'
import { describeAddress, describePage, hasContent } from './describe-page.ts'
import { sharingRoutes } from './routes.ts'

export const sharing = {
  provides: (deps: Deps) => ({
    hasContent,
    describe: (asked: PageRequest, visitor: Visitor, readFeed: FeedReader) =>
      readFor(deps, visitor, (from) => describePage(from, asked, readFeed)),
    describeAddress: (asked: PageRequest, status: number) => describeAddress(deps, asked, status),
  }),
  routes: sharingRoutes,
} satisfies Domain
