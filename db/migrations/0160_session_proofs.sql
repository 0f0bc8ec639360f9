-- When somebody last showed the password or a code again in a session; null: not since its sign-in.
alter table sessions add column proven_at timestamptz(3);
