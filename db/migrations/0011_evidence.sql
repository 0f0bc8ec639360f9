-- What speaks for and against a sending whose outcome is not known, laid before the person who decides: a list of
-- {code, …}. Nothing acts on it: a balance that did not move made a panel buy twice.
alter table order_attempts add column evidence jsonb not null default '[]';

-- When `balance_before` was read. It is kept however old it is, and a person judges what it is worth.
alter table order_attempts add column balance_before_at timestamptz(3);
