-- Vectors for visual similarity, trigrams for misspelt words, folding of tone marks.
create extension if not exists vector;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
