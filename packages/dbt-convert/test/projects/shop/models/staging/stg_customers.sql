select id as customer_id, name, email, region, created_at from {{ ref('raw_customers') }}
