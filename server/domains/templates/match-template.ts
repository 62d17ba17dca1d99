import type { TemplateDetail } from '#contract/templates/templates.ts'
import { isSameTemplate } from '#server/domains/search/likeness/descriptor/same-template.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { StagedSource } from '#server/platform/images/staging.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { TEMPLATE_LIKENESS_FLOOR } from '../search/rules.ts'
import { lookalikesOfPicture } from '../search/search-by-picture.ts'
import { findFingerprints, findSharedTemplates } from './group-queries.ts'
import { getTemplate } from './list-templates.ts'

const ASKED = 10

/**
 * Returns the template with memes that look like a picture, by the same rule that groups memes; null if there is none. The
 * caller must discard `source`.
 * @throws PictureError as an upload does
 */
export async function matchTemplate(
  deps: Pick<Deps, 'caches' | 'config' | 'db' | 'log' | 'stagingDir'>,
  viewer: Viewer,
  source: StagedSource,
): Promise<TemplateDetail | null> {
  const { near, blocks } = await lookalikesOfPicture(deps, viewer, source, ASKED)
  const ids = near.map(({ id }) => id)
  const fingerprints = await findFingerprints(deps.db, ids)
  const templates = await findSharedTemplates(deps.db, ids)
  const match = near.find(
    ({ id, likeness }) =>
      templates.has(id) && isSameTemplate(likeness, TEMPLATE_LIKENESS_FLOOR, blocks, fingerprints.get(id)),
  )
  const template = templates.get(match?.id ?? '')
  return template ? getTemplate(deps, viewer, template) : null
}
