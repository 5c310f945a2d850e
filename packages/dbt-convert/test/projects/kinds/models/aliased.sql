{{ config(alias='renamed_in_the_warehouse') }} select 1 as id
