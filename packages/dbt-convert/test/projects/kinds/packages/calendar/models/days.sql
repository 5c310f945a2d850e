select 1 as day_id
