-- Staff read everybody's keys, the newest first: a page of them is read from here. At most two a customer, so it is made
-- in one go.
create index api_keys_by_time on api_keys (created_at desc, user_id desc, id desc);
