-- erasures
create table erasures (
  user_id integer primary key references users,
  worked_at timestamptz(3) not null
);
