import { TAG_ALIASES_MAX } from '#contract/limits.ts'
import type { TagDetails } from '#contract/memes/tags.ts'
import { isPlainLine } from '#contract/people/names.ts'
import { type Tx, withTransaction } from '#server/platform/db/db.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Member } from '#server/platform/viewer.ts'
import { lockTagWriters } from '../memes/tag-aliases.ts'
import { logAdmin } from '../moderation/log-admin.ts'
import { requirePower } from '../moderation/require-power.ts'
import { countAliases, findAliasesOf, insertAlias, removeAlias } from './alias-queries.ts'
import { getTag } from './get-tag.ts'
import { retagMemesJob } from './jobs.ts'

/** Scripts with letters that look like Latin ones. */
const LOOKALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/**
 * Finds invisible characters, towers of marks, compatibility forms such as full-width letters, and mixed scripts that look alike.
 */
function isDeceptive(tag: string): boolean {
  if (!isPlainLine(tag) || /\p{Default_Ignorable_Code_Point}/u.test(tag) || tag.normalize('NFKC') !== tag) return true
  return /\p{Script=Latin}/u.test(tag) && LOOKALIKE.test(tag)
}

/**
 * Makes a tag an alias of another, which then has its memes, followers and addresses. Idempotent.
 * @throws AppError tag.aliasItself, tag.aliasCharacters, tag.aliasLoop, tag.aliasChain, tag.aliasTaken, tag.tooManyAliases, and
 * the errors of `requirePower`
 */
export async function joinTag(
  deps: Pick<Deps, 'db' | 'jobs'>,
  viewer: Member,
  { alias, tag }: { alias: string; tag: string },
): Promise<TagDetails> {
  if (tag === alias) throw new AppError('tag.aliasItself')
  if (isDeceptive(tag) || isDeceptive(alias)) throw new AppError('tag.aliasCharacters')
  await withTransaction(deps.db, async (tx) => {
    // Lock the member first, as uploads do: the other order deadlocks with an upload by the moderator.
    await requirePower(tx, viewer.userId, null, 'content')
    await lockTagWriters(tx)
    const known = await findAliasesOf(tx, [tag, alias])
    if (known.some((one) => one.alias === alias && one.tag === tag)) return
    if (known.some((one) => one.alias === tag && one.tag === alias)) throw new AppError('tag.aliasLoop')
    if (known.some((one) => one.alias === tag || one.tag === alias)) throw new AppError('tag.aliasChain')
    if (known.some((one) => one.alias === alias)) throw new AppError('tag.aliasTaken')
    if ((await countAliases(tx)) >= TAG_ALIASES_MAX) throw new AppError('tag.tooManyAliases')
    await insertAlias(tx, alias, tag)
    await note(tx, viewer, `#${alias} leads to #${tag}`)
    await deps.jobs.enqueue(tx, retagMemesJob, { tag: alias })
  })
  return getTag(deps, viewer, tag)
}

/**
 * Ends an alias: its memes get their tag back from their texts. Returns the main tag. Throws tag.aliasNotFound and the errors of
 * `requirePower`.
 */
export async function splitTag(deps: Pick<Deps, 'db' | 'jobs'>, viewer: Member, alias: string): Promise<TagDetails> {
  const tag = await withTransaction(deps.db, async (tx) => {
    await requirePower(tx, viewer.userId, null, 'content')
    await lockTagWriters(tx)
    const main = await removeAlias(tx, alias)
    if (main === undefined) throw new AppError('tag.aliasNotFound')
    await note(tx, viewer, `#${alias} no longer leads to #${main}`)
    await deps.jobs.enqueue(tx, retagMemesJob, { tag: main })
    return main
  })
  return getTag(deps, viewer, tag)
}

const note = (tx: Tx, { userId }: Member, reason: string) =>
  logAdmin(tx, userId, { action: 'settings', targetKind: 'settings', reason })
