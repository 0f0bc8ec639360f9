-- What staff keep of a ticket among themselves: whose it is, what they note, and who has it open. Nothing of it is ever
-- the customer's to see, so notes are a table of their own and no message with a mark that a query could forget.
alter table tickets
  add column assigned_to integer references users (id),
  add column notes integer not null default 0 check (notes between 0 and 200);
-- For staff, who read over all customers: one's own, and those that nobody has taken.
create index tickets_assigned on tickets (assigned_to, id) where status = 'open' and assigned_to is not null;
create index tickets_unassigned on tickets (id) where status = 'open' and assigned_to is null;

create sequence ticket_note_ids as bigint;
create table ticket_notes (
  user_id    integer not null,
  ticket_id  bigint not null,
  id         bigint not null default nextval('ticket_note_ids'),
  actor_id   integer not null references users (id),
  content    text not null check (length(content) between 1 and 5000),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, ticket_id, id),
  foreign key (user_id, ticket_id) references tickets (user_id, id)
);

-- Who of the staff has it open, and whether they are writing. A row says so for some seconds and is said again meanwhile.
create table ticket_presence (
  user_id      integer not null,
  ticket_id    bigint not null,
  actor_id     integer not null references users (id),
  is_answering boolean not null,
  seen_at      timestamptz(3) not null,
  primary key (user_id, ticket_id, actor_id),
  foreign key (user_id, ticket_id) references tickets (user_id, id)
);
create index ticket_presence_age on ticket_presence (seen_at);
