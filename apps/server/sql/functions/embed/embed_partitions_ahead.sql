-- The hours ahead: a database that was brought back from a copy may have none for now.
-- facet: at every run
select facet_make_embed_partitions();
