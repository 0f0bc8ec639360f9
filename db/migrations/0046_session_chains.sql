-- A session that was renewed goes on under another id: what ends it ends all that came of it.
alter table sessions add column chain uuid not null default gen_random_uuid();
