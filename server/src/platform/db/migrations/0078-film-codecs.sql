-- How the pictures of a film are coded (filmCodecs of contract): displays say what they can play. Null of all else, and of films from before.
alter table plus_files add column codec text;
alter table plus_contents add column codec text;
