-- Whether orders may take from the balance: not those of whoever is blocked or deleted. It stands on the account, which placing
-- locks and looks at anew once it has the lock; what waited for it meanwhile was let in before, and saw the user active.
alter table accounts add column can_spend boolean not null default true;
update accounts set can_spend = false from users
where users.id = accounts.user_id and (users.status = 'blocked' or users.deleted_at is not null);
