-- The services that a customer starred. What is not for sale any more stays, and is starred again when it comes back; a
-- list leaves it out.
create table favourites (
  user_id    integer not null references users (id),
  service_id integer not null references services (id),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, service_id)
);
-- Whether anybody starred a service, before those who did are looked for.
create index favourites_by_service on favourites (service_id);
