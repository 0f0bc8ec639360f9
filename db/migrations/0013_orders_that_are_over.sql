-- What is over waits for nobody: a refund, a cancelation or a person's word used to leave `dispatch` where it was, and
-- such orders were taken up again every minute and counted as waiting for a person for ever.
update orders set dispatch = 'rejected'
where status <> 'PENDING' and dispatch not in ('accepted', 'rejected');

alter table orders add constraint orders_over_is_not_waiting
  check (status = 'PENDING' or dispatch in ('accepted', 'rejected'));
