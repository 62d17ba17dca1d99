-- The language of a meme's words: Vietnamese where one of them is a Vietnamese syllable with marks, English where there are
-- other letters, none without words. Words without marks do not tell. The sixth line of exact_text, which holds other readings
-- of the picture, is left out.
create function language_of_words(words text) returns text
language sql immutable parallel safe as $$
  select case
    when said ~ ('(^|\s)(?=\S*[đàáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵ])(?=\S\S)'
      || '(b|c|ch|d|đ|g|gh|gi|h|k|kh|l|m|n|ng|ngh|nh|p|ph|q|qu|r|s|t|th|tr|v|x)?'
      || '[aàáảãạăằắẳẵặâầấẩẫậeèéẻẽẹêềếểễệiìíỉĩịoòóỏõọôồốổỗộơờớởỡợuùúủũụưừứửữựyỳýỷỹỵ]{1,3}(c|ch|m|n|ng|nh|p|t)?(\s|$)') then 'vi'
    when said ~ '[[:alpha:]]' then 'en' end
  from (select split_part(words, E'\n', 1) || ' ' || split_part(words, E'\n', 2) || ' ' || split_part(words, E'\n', 3)
    || ' ' || split_part(words, E'\n', 4) || ' ' || split_part(words, E'\n', 5) as said) spoken
$$;
alter table meme_texts add column language text generated always as (language_of_words(exact_text)) stored;
