select 1 as no_columns_documented
