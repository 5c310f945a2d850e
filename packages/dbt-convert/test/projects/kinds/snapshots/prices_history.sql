{% snapshot prices_history %}{{ config(target_schema='snap', unique_key='price_id', strategy='check', check_cols='all') }} select * from {{ ref('prices') }}{% endsnapshot %}
