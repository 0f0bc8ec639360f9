-- Payments and changes of what opens an account are told by letter always, orders by one letter for some minutes' worth of
-- them, to whoever wants that. `until` is up to when orders were told of.
alter table mails
  drop constraint mails_letter_check,
  add constraint mails_letter_check check (letter in ('email_confirmation', 'email_change_asked', 'ticket_reply',
    'payment_received', 'order_updates', 'password_changed', 'api_key_made'));
create table order_letters (
  id    integer primary key default 1 check (id = 1),
  until timestamptz(3) not null
);
insert into order_letters (until) values (now());
