select * from {{ ref('helper') }} cross join {{ ref('codes') }}
