import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MemeLanguage } from '#contract/languages.ts'
import type { SensitiveBy } from '#contract/memes/memes.ts'
import type { Stroke } from '#contract/templates/apply-repair.ts'
import type { DefaultTime, Maybe, MaybeTime } from './column-types.ts'

/** Memes, their files, words, vectors, templates and uploads. */
export interface MemeTables {
  blobs: {
    key: string
    bytes: number
    mime: string
    pending_until: MaybeTime
    blocked_at: MaybeTime
    hidden_at: MaybeTime
    is_gif_rendition: Generated<boolean>
    created_at: DefaultTime
  }
  storage_changes: { id: Generated<string>; memes: number; bytes: string | number }
  media_purges: {
    key: string
    noted_at: DefaultTime
  }
  memes: {
    id: string
    user_id: Maybe<string>
    name: string
    description: Generated<string>
    alt_text: Generated<string>
    tags: Generated<string[]>
    location: 'quick' | 'bulk'
    status: Generated<'ready' | 'hidden' | 'removed' | 'review'>
    language: Maybe<MemeLanguage>
    blob_origin: string
    blob_medium: string
    blob_small: string
    width: number
    height: number
    thumbhash: string
    animated: Generated<boolean>
    sensitive_by: Maybe<SensitiveBy>
    sensitive_score: Maybe<number>
    sensitive: GeneratedAlways<boolean>
    mime: string
    source_hash: string
    deleted_at: MaybeTime
    removed_at: MaybeTime
    removed_reason: Maybe<string>
    created_at: DefaultTime
    updated_at: DefaultTime
  }
  gif_renditions: { meme_id: string; kind: string; key: string }
  imported_items: { key: string; meme_id: string }
  meme_stats: {
    meme_id: string
    view_count: Generated<number>
    like_count: Generated<number>
    dislike_count: Generated<number>
    copy_count: Generated<number>
  }
  meme_texts: {
    meme_id: string
    exact_text: Generated<string>
    folded_text: Generated<string>
    folded: Generated<string>
    named: Generated<string>
    picture_text: Generated<string>
    picture_words: ColumnType<unknown, string | undefined, string>
    read_version: Generated<number>
    language: GeneratedAlways<MemeLanguage | null>
    typed_words: ColumnType<unknown, string | null | undefined, string | null>
    corrections: Generated<number>
  }
  wrong_words: { meme_id: string; words: string; reported_at: DefaultTime; closed_at: MaybeTime }
  word_corrections: {
    id: string
    meme_id: string
    by_moderator: boolean
    before: string
    after: string
    created_at: DefaultTime
  }
  stale_words: { id: Generated<string>; word: string }
  search_words: { word: string; stem: string; deletes: string[] }
  meme_vectors: {
    meme_id: string
    visual: Maybe<string>
    visual_version: Generated<number>
  }
  meme_meanings: { meme_id: string; model: string; meaning: Maybe<string> }
  meme_fingerprints: { meme_id: string; blocks: Uint8Array }
  templates: {
    id: string
    name: Maybe<string>
    folded_name: Maybe<string>
    merged_into: Maybe<string>
    split_from: Maybe<string>
    meme_count: Generated<number>
    week_count: Generated<number>
    day_count: Generated<number>
    created_at: DefaultTime
    known_id: Maybe<string>
    known_checked: Maybe<string>
  }
  known_entries: { id: string; entry: ColumnType<unknown, string | null, string | null>; updated_at: DefaultTime }
  meme_origins: { meme_id: string; template_id: Maybe<string>; made_from_id: Maybe<string> }
  uncompared_memes: { meme_id: string; visual_version: number }
  template_pictures: { template_id: string; key: string; is_complete: boolean; meme_ids: string[] }
  template_repairs: {
    id: Generated<string>
    template_id: string
    meme_id: Maybe<string>
    stroke: ColumnType<Stroke, string, never>
    ratio: number
  }
  stale_template_pictures: { id: Generated<string>; template_id: string; taken_until: Generated<Date | null> }
  meme_templates: { meme_id: string; template_id: string; visual_version: number }
  uploads: {
    id: string
    user_id: string
    duplicates: Generated<'skip' | 'keep'>
    version: Generated<number>
    created_at: DefaultTime
    finished_at: MaybeTime
  }
  upload_files: {
    upload_id: string
    index: number
    file_name: string
    name: Generated<string>
    description: Generated<string>
    idempotency_key: Maybe<string>
    staged_key: Maybe<string>
    bytes: number
    status: Generated<'queued' | 'processing' | 'done' | 'failed'>
    attempts: Generated<number>
    meme_id: Maybe<string>
    duplicate_of: Maybe<string>
    code: Maybe<string>
    started_at: MaybeTime
    finished_at: MaybeTime
    user_id: string
    source_hash: Maybe<string>
    source_type: Maybe<string>
    sensitive: Generated<boolean>
    due_at: DefaultTime
    waits: Generated<number>
    part_keys: Generated<string[]>
    received_bytes: Generated<number>
  }
  staged_objects: { key: string; created_at: DefaultTime }
}
