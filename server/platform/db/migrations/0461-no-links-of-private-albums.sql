-- An album that becomes private loses its guest link, so that the old address does not open it when it is shared again.
create function end_link_of_private_album() returns trigger language plpgsql as $$
begin
  delete from guest_links where album_id = new.id;
  return null;
end $$;
create trigger album_became_private after update of visibility on albums for each row
  when (old.visibility <> 'private' and new.visibility = 'private') execute function end_link_of_private_album();

-- old code: links of private albums do not work there either.
delete from guest_links l using albums a where a.id = l.album_id and a.visibility = 'private';
