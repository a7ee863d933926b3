-- The name that an alias had before it was first renamed; null: it never was. What reads this name, such as the labels of paper that come with
-- the server, means the alias, unless another one has the name by now.
alter table aliases add column origin text;
