select 7 as customer_id, 'north' as region, cast('2025-01-01' as date) as signed_up
