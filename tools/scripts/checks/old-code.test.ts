import { expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { checkOldCode, problemsOf } from './old-code.mjs'

test.each([
  'drop table memes;',
  'drop function note_webhook_event();',
  'truncate blobs;',
  'alter table memes rename to pictures;',
  'alter table memes rename column name to title;',
  'alter table memes drop column name;',
  'alter table memes drop name;',
  'alter table memes alter column name drop default;',
  'alter table memes alter name set not null;',
  'alter table memes alter column name type varchar(20);',
  'alter table memes add column mood text not null;',
  'alter table memes add column a text not null, add column b text default 1;',
  'alter table memes add constraint one unique (name);',
  'alter table memes add check (length(name) < 9);',
  'create unique index one on memes (name);',
  'ALTER TABLE memes\n  DROP COLUMN name;',
])('reports %s', (text) => {
  expect(problemsOf(text)).toHaveLength(1)
})

test.each([
  'create table moods (id uuid primary key); create unique index one on moods (id); alter table moods add b text not null;',
  'alter table memes add column mood text;',
  "alter table memes add column mood text not null default '';",
  'alter table memes add column mood text not null generated always as (lower(name)) stored;',
  'alter table memes add constraint short check (length(name) < 9) not valid;',
  'alter table memes drop constraint short;',
  'alter table memes alter name drop not null;',
  'create index by_mood on memes (mood); drop index by_name;',
  '-- drop table memes\ninsert into settings values (1);',
  `create or replace function f() returns trigger language plpgsql as $$ begin truncate a; drop table b; end $$;`,
  "insert into settings values ('x; drop table memes;');",
  '-- old code: it has not read the column since 0.2.0\nalter table memes drop column name;',
])('accepts %s', (text) => {
  expect(problemsOf(text)).toEqual([])
})

test('a reason applies only to its statement', () => {
  const text = '-- old code: unused\nalter table memes drop column a;\nalter table memes drop column b;'
  expect(problemsOf(text).map(({ statement }) => statement)).toEqual(['alter table memes drop column b'])
})

test('the migrations of this version do not break the previous release', () => {
  expect(checkOldCode(root)).toEqual([])
})
