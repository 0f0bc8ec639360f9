-- What a member of staff may do; null is everything, as it was for every admin until now. A customer has none to be
-- kept, so that somebody made staff again later begins with what is said then.
alter table users
  add column permissions text[],
  add constraint users_permissions_of_staff check (permissions is null or role = 'admin'),
  add constraint users_permissions_known check (permissions <@ array['orders', 'users', 'catalogue', 'providers',
    'money', 'support', 'settings', 'reports', 'staff']);
