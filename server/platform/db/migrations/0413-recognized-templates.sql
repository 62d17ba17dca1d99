-- The well-known template that a template is, and the packs and rules by which this was decided; null if it must be decided again.
alter table templates add column known_id text, add column known_checked text;
create index templates_by_known on templates (known_id) where known_id is not null;
