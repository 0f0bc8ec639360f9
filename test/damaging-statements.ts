// Parts of statements that break what must hold in the database, as an operator with a console could. `$1` is the customer.

const supply = `supply as (
  insert into supplies (service_id, provider_id, provider_service, cost_rate)
  select (select min(id) from services), (select min(id) from providers), '1', 1 returning id, provider_id
), first as (select user_id, id, created_at from orders where user_id = $1 and seq = 1)`

/** Attempts of the first order, by state, a minute apart. */
export const tries = (...states: string[]) => `with ${supply}
  insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost,
    started_at, lease_until)
  select first.user_id, first.id, nth, gen_random_uuid(), state, supply.id, provider_id, '1', 1,
    now() + nth * interval '1 minute', now()
  from first, supply, unnest(array['${states.join("', '")}']) with ordinality as tried (state, nth)`

/** A ledger row without an action, with consistent numbers. */
export const line = (values: string) => `with next as (
    update accounts set transactions_seq = transactions_seq + 1 where user_id = $1 returning user_id, transactions_seq as seq, balance
  ) insert into transactions (user_id, seq, balance_after, description, ${values}`

/** A completed deposit of 5, of which its gateway reversed `reversed`, with a row that debits something for it. */
export const ofDeposit = (reversed: number, values: string) => `with deposit as (
    insert into deposits (user_id, reference, gateway, payment_method, amount, status, completed_at, reversed, reclaimed)
    select min(user_id), 'reversed', 'cryptomus', 'cryptomus', 5, 'completed', now(), ${reversed}, ${reversed} from orders
    returning user_id, id
  ), next as (
    update accounts set transactions_seq = transactions_seq + 1 from deposit where accounts.user_id = deposit.user_id
    returning accounts.user_id, transactions_seq as seq, balance, deposit.id
  ) insert into transactions (user_id, seq, balance_after, deposit_id, type, from_account, to_account, amount)
    select user_id, seq, balance, id, 'deposit', 'customer', ${values} from next`

/** A poll entry for what the rest of the statement returns. */
export const inQueue = (
  own: string,
  due: string,
) => `insert into poll_queue (user_id, order_id, kind, number, provider_id,
    provider_ref, due_at)
  select user_id, id, ${own}, provider_id, provider_order, ${due} from`

/** The first order in review, with the incident that the other statement opens. */
export const inReview = (opened: string) => `with ${supply}, tried as (
    insert into order_attempts (user_id, order_id, number, token, state, supply_id, provider_id, provider_service, cost, fault,
      lease_until)
    select user_id, first.id, 1, gen_random_uuid(), 'unknown', supply.id, provider_id, '1', 1, '{"code": "no_answer"}', now()
    from first, supply
  ), opened as (${opened}), entry as (
    update dispatch_queue set token = gen_random_uuid(), tries = 1, incident_id = (select id from opened)
    from first where dispatch_queue.user_id = first.user_id and order_id = first.id
  ) update orders set dispatch = 'review', review_code = 'sending_unknown', review_details = '{}'
  where user_id = $1 and seq = 1`

export const incident = ({ orders = 1, cause = 'no_answer', more = 0 }) => `
  insert into incidents (provider_id, review_code, cause, began_at, ended_at, orders, cost, price)
  select supply.provider_id, 'sending_unknown', '${cause}', now(), now(), ${orders}, 1, price + ${more}
  from supply, orders where user_id = $1 and seq = 1 returning id`
