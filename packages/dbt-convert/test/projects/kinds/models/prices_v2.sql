select 1 as price_id
