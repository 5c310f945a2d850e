select id as order_id, customer_id, ordered_at, status, amount, is_gift from {{ ref('raw_orders') }}
