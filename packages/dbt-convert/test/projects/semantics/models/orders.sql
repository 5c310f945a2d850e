select 1 as order_id, 7 as customer_id, 9.5 as amount, 2.0 as tax, true as is_gift, 'paid' as status, cast('2026-01-02' as timestamp) as ordered_at, 'a@b.example' as email
