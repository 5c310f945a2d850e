-- The demo warehouse: a year of two companies' orders. The same rows on every machine and version: chance comes from md5, not from random().
set local jit = off;
create schema shop;

create function shop.chance(key text) returns double precision language sql immutable parallel safe
  return ('x' || left(md5(key), 8))::bit(32)::bigint / float8 '4294967296';

create table shop.companies (company text primary key, first_id integer, customers integer, orders_a_day numeric, growth numeric, returns numeric, peak_month integer);
insert into shop.companies values
  ('acme', 100000, 900, 20, 0.9, 0.06, 12),
  ('globex', 500000, 500, 12, 0.35, 0.11, 7);

create table shop.customers (
  id integer primary key, company text not null, name text not null, email text not null,
  country text not null, segment text not null, signed_up_at timestamptz not null
);
insert into shop.customers
select c.first_id + n, c.company,
  (array['Ada','Bruno','Chiara','David','Elif','Femi','Greta','Hugo','Ines','Jonas','Kira','Liam','Mina','Noor','Oskar','Paula'])[1 + floor(16 * shop.chance(c.company || ' first ' || n))::int]
    || ' ' || (array['Adler','Brandt','Costa','Duarte','Ekberg','Fischer','Garcia','Hansen','Ivanov','Jensen','Keller','Lopez','Moreau','Novak','Olsen','Petit'])[1 + floor(16 * shop.chance(c.company || ' last ' || n))::int],
  'buyer-' || n || '@' || c.company || '.example',
  (array['Germany','Germany','Germany','France','France','Spain','Poland','United States','United States','Japan'])[1 + floor(10 * shop.chance(c.company || ' country ' || n))::int],
  (array['consumer','consumer','consumer','consumer','business','business','reseller'])[1 + floor(7 * shop.chance(c.company || ' segment ' || n))::int],
  timestamptz '2024-01-01 00:00+00' + interval '1 day' * floor(700 * shop.chance(c.company || ' since ' || n))
from shop.companies c, generate_series(1, c.customers) n;

create table shop.products (
  id integer primary key, company text not null, name text not null, category text not null,
  list_price numeric(10, 2) not null, unit_cost numeric(10, 2) not null
);
insert into shop.products
select c.first_id + p.place, c.company, p.name, p.category, p.price, round(p.price * (0.45 + 0.2 * shop.chance(c.company || p.name))::numeric, 2)
from shop.companies c join (values
  ('acme', 1, 'Trail bike', 'Bikes', 899.00), ('acme', 2, 'City bike', 'Bikes', 649.00), ('acme', 3, 'Cargo bike', 'Bikes', 1899.00),
  ('acme', 4, 'Helmet', 'Safety', 79.00), ('acme', 5, 'Front light', 'Safety', 39.00), ('acme', 6, 'Lock', 'Safety', 59.00),
  ('acme', 7, 'Pannier', 'Bags', 89.00), ('acme', 8, 'Rack bag', 'Bags', 49.00), ('acme', 9, 'Bell', 'Parts', 12.00), ('acme', 10, 'Chain', 'Parts', 29.00),
  ('globex', 1, 'Tent for two', 'Tents', 289.00), ('globex', 2, 'Family tent', 'Tents', 549.00), ('globex', 3, 'Sleeping bag', 'Sleep', 129.00),
  ('globex', 4, 'Mattress', 'Sleep', 89.00), ('globex', 5, 'Stove', 'Kitchen', 69.00), ('globex', 6, 'Pot set', 'Kitchen', 49.00),
  ('globex', 7, 'Headlamp', 'Light', 45.00), ('globex', 8, 'Lantern', 'Light', 35.00)
) as p (company, place, name, category, price) using (company);

create table shop.orders (
  id integer primary key, company text not null, customer_id integer not null,
  status text not null, channel text not null, ordered_at timestamptz not null
);
-- Growth over the year, a weekly rhythm with quiet Mondays and busy Saturdays, and a season that peaks in another month for each.
insert into shop.orders
with days as (
  select c.*, day, extract(doy from day) as doy, c.orders_a_day
    * (1 + c.growth * extract(doy from day) / 365)
    * (array[0.8, 0.9, 1.0, 1.0, 1.15, 1.4, 1.1])[extract(isodow from day)::int]
    * (1 + 0.5 * cos(2 * pi() * (extract(doy from day) - (c.peak_month - 0.5) * 30.4) / 365))
    * (0.85 + 0.3 * shop.chance(c.company || day)) as expected
  from shop.companies c, generate_series(timestamp '2025-01-01', timestamp '2025-12-31', interval '1 day') day
), drawn as (
  select company, first_id, customers, returns, day, row_number() over (partition by company order by day, n)::int as place
  from days, generate_series(1, round(expected)::int) n
)
select first_id + place, company,
  -- Some customers come back much more often than others.
  first_id + 1 + floor(customers * power(shop.chance(company || ' who ' || place), 1.7))::int,
  case when shop.chance(company || ' fate ' || place) < 0.03 then 'cancelled'
    -- Gifts come back in January, and what was bought in a hurry in December.
    when shop.chance(company || ' back ' || place) < returns * (case when extract(month from day) in (1, 12) then 1.6 else 1 end) then 'returned'
    else 'completed' end,
  case when shop.chance(company || ' channel ' || place) < 0.25 + 0.25 * extract(doy from day) / 365 then 'app'
    when shop.chance(company || ' shop ' || place) < 0.2 then 'store' else 'web' end,
  (day + interval '7 hours' + interval '1 second' * floor(54000 * shop.chance(company || ' hour ' || place))) at time zone 'UTC'
from drawn;

create table shop.line_items (
  id integer primary key, company text not null, order_id integer not null,
  product_id integer not null, quantity integer not null, unit_price numeric(10, 2) not null
);
insert into shop.line_items
with counted as (select company, count(*)::int as products, min(id) as first from shop.products group by company),
  lines as (
    select o.*, n, first + floor(products * power(shop.chance(o.id || ' what ' || n), 0.6))::int as product_id
    from shop.orders o join counted using (company), generate_series(1, 1 + floor(3 * power(shop.chance(o.id || ' lines'), 2))::int) n
  )
select row_number() over (order by l.id, n)::int, l.company, l.id, p.id,
  1 + floor(3 * power(shop.chance(l.id || ' many ' || n), 4))::int,
  -- A sale in the last week of November.
  round(p.list_price * case when l.ordered_at >= '2025-11-24 00:00+00' and l.ordered_at < '2025-12-01 00:00+00' then 0.8 else 1 end, 2)
from lines l join shop.products p on p.id = l.product_id;

create index on shop.orders (company, ordered_at);
create index on shop.line_items (order_id);
drop table shop.companies;
drop function shop.chance;
analyze shop.customers, shop.products, shop.orders, shop.line_items;
