-- The picture that stands for the brand: small, and shown on every page of every machine, so it lies here rather than in a
-- folder of one of them. Its hash is its address.
create table brand_logo (
  id     boolean primary key default true check (id),
  hash   text not null check (hash ~ '^[0-9a-f]{64}$'),
  width  integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes  bytea not null check (length(bytes) between 1 and 524288)
);
