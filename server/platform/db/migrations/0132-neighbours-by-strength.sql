-- A popular meme is a neighbour of thousands: the feed reads the strongest of them, in this order.
create index meme_neighbours_strongest on meme_neighbours (neighbour_id, weight desc);
drop index meme_neighbours_by_neighbour;
create index similar_memes_strongest on similar_memes (other_id, likeness desc);
drop index similar_memes_by_other;
