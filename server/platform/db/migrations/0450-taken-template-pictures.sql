-- A node composes the picture until then, so that the others compose different ones.
-- old code: ignores the column and composes the picture as well, which stores the same file.
alter table stale_template_pictures add column taken_until timestamptz;
