-- Where in a show a content was, by its place in the list of areas; null for slides.
alter table plus_plays add column area integer;
