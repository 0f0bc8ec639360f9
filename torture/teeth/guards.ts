// Longer than most: one list of guards; the run and docs/reliability.md read it as one.

/**
 * The guards of money and of "at most once", each with the cut that removes it from the source, and a test that must
 * then fail. The product itself has no switch for any of them: a copy of the source is changed and tested.
 */
export type Guard = {
  name: string
  /** What would happen without the guard. */
  otherwise: string
  cuts: readonly Cut[]
  test: { file: string; name: string }
}

/** `from` occurs once in the file; two cuts if the next layer would still hold after removing one. */
export type Cut = { file: string; from: string; to: string }

const placing = 'src/server/modules/orders/placing'
const mass = 'src/server/modules/orders/mass-orders'
const dispatch = 'src/server/modules/orders/dispatch'
const polling = 'src/server/modules/orders/polling'
const state = 'src/server/modules/orders/state'
const deposits = 'src/server/modules/payments/deposits'
const gateways = 'src/server/modules/payments/gateways'
const manual = 'src/server/modules/payments/manual'
const keys = 'src/server/modules/users/api-keys'
const reseller = 'src/server/modules/reseller'
const restored = 'src/server/modules/operations/restored'
const backups = 'src/server/modules/operations/backups'

export const guards: readonly Guard[] = [
  {
    name: 'conditional debit',
    otherwise: 'an order is charged that the balance cannot cover',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: 'and refusal is null and accounts.balance >= price',
        to: 'and refusal is null',
      },
    ],
    test: { file: `${placing}/place-order.test.ts`, name: 'refuses what the balance does not cover' },
  },
  {
    name: 'daily limit of refunds',
    otherwise: 'staff with a limit give back more by refunds at once',
    cuts: [
      {
        file: 'src/server/modules/users/count-refund.ts',
        from: 'if (limit === null || refunded <= limit) return',
        to: 'if (limit === null || amount <= limit) return',
      },
    ],
    test: {
      file: 'src/server/modules/orders/admin/refund-limits.test.ts',
      name: 'concurrent refunds together never exceed it',
    },
  },
  {
    name: 'conditional debit of a batch',
    otherwise: 'orders that arrive together spend one balance twice',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: 'where refusal is null and running <= balance',
        to: 'where refusal is null',
      },
      {
        file: `${placing}/place-orders-statement.ts`,
        from: 'and accounts.balance >= spent',
        to: '',
      },
    ],
    test: { file: `${placing}/place-orders-statement.test.ts`, name: 'a batch debits no more than is there' },
  },
  {
    name: 'account that may spend',
    otherwise: 'a user who was deleted while their orders waited is charged',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: 'where user_id = $1::int and can_spend and',
        to: 'where user_id = $1::int and',
      },
      {
        file: `${placing}/place-orders-statement.ts`,
        from: 'where user_id = any ($1::int[]) and can_spend and',
        to: 'where user_id = any ($1::int[]) and',
      },
    ],
    test: { file: `${placing}/spending-ended.test.ts`, name: 'is charged nothing' },
  },
  {
    name: 'idempotency key',
    otherwise: 'a customer who retries is charged again',
    cuts: [
      {
        file: `${placing}/place-order.ts`,
        from: 'idempotencyKey: idempotencyKey ?? null,\n      requestHash,',
        to: 'idempotencyKey: null,\n      requestHash: null,',
      },
    ],
    test: { file: `${placing}/place-orders.test.ts`, name: 'charges once and answers the same' },
  },
  {
    name: 'idempotency key of a mass order',
    otherwise: 'a retry charges all its lines again',
    cuts: [
      {
        file: `${mass}/place-mass-order.ts`,
        from: 'if (idempotencyKey !== undefined && !(await takeMassKey(',
        to: "if (idempotencyKey === '' && !(await takeMassKey(",
      },
    ],
    test: { file: `${mass}/place-mass-order.test.ts`, name: 'answers the same through two processes' },
  },
  {
    name: 'one tx for a mass order and its answer',
    otherwise: 'lines placed before a crash are placed again',
    cuts: [
      {
        file: `${mass}/place-mass-order.ts`,
        from: 'import { type OrderToPlace, placeRowsIn }',
        to: 'import { type OrderToPlace, placeRows }',
      },
      {
        file: `${mass}/place-mass-order.ts`,
        from: 'placeRowsIn(ctx, tx, orders)',
        to: "placeRows(ctx, orders, 'wait')",
      },
    ],
    test: { file: `${mass}/place-mass-order.test.ts`, name: 'a tx that is cut off' },
  },
  {
    name: 'daily limit of an API key',
    otherwise: 'a program spends more in a day than its owner allowed',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: "when ${price} > least(own_limit - own_spent, all_limit - all_spent) then 'daily_limit'",
        to: '',
      },
    ],
    test: { file: `${keys}/key-terms.test.ts`, name: 'holds within the limit of all' },
  },
  {
    name: 'daily limit of an API key in a batch',
    otherwise: 'orders that arrive together spend one daily limit twice',
    cuts: [
      {
        file: `${placing}/key-limits-statement.ts`,
        from: 'const withinLimits = `and coalesce(own_spent + own_running <= own_limit, true)\n    and coalesce(all_spent + all_running <= all_limit, true)`',
        to: "const withinLimits = ''",
      },
    ],
    test: { file: `${placing}/daily-limits.test.ts`, name: 'orders of one key in one statement' },
  },
  {
    name: 'daily limit read under its lock',
    otherwise: 'an order that waited for its account spends a limit again that was used up meanwhile',
    cuts: [
      {
        file: `${placing}/key-limits-statement.ts`,
        from: 'for no key update of api_access, api_keys ${lock}',
        to: '',
      },
    ],
    test: { file: `${placing}/daily-limits.test.ts`, name: 'counts what was spent meanwhile' },
  },
  {
    name: 'API key that still exists',
    otherwise: 'a key that was just revoked or has expired still orders',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: "when item.key_id is not null and allowance.key_id is null then '${lockOf[locking].noKey}'",
        to: '',
      },
    ],
    test: { file: `${placing}/daily-limits.test.ts`, name: 'places nothing' },
  },
  {
    name: 'API key of a mass order',
    otherwise: 'a mass order bypasses the daily limits of API keys',
    cuts: [
      {
        file: `${mass}/place-mass-order.ts`,
        from: 'keyId: keyId ?? null',
        to: 'keyId: null',
      },
    ],
    test: { file: `${mass}/place-mass-order.test.ts`, name: 'every line counts' },
  },
  {
    name: 'conditional balance update',
    otherwise: 'a manual adjustment debits more than the balance',
    cuts: [
      {
        file: 'src/server/modules/ledger/post-transaction.ts',
        from: '::bigint between 0 and ${MONEY_MAX}::bigint',
        to: '::bigint <= ${MONEY_MAX}::bigint',
      },
    ],
    test: {
      file: 'src/server/modules/ledger/post-transaction.test.ts',
      name: 'refuses what would leave less',
    },
  },
  {
    name: 'append-only ledger',
    otherwise: 'a ledger row can be changed afterwards',
    cuts: [
      {
        file: 'db/migrations/0005_ledger.sql',
        from: 'create trigger transactions_append_only before delete or update on transactions',
        to: 'create trigger transactions_append_only after insert on transactions',
      },
      {
        file: 'db/migrations/0005_ledger.sql',
        from: "  raise exception 'the ledger is append-only: % of transactions is refused', tg_op using errcode = 'insufficient_privilege';",
        to: '  return null;',
      },
    ],
    test: { file: 'src/server/modules/ledger/post-transaction.test.ts', name: 'the ledger refuses UPDATE' },
  },
  {
    name: 'token of an attempt',
    otherwise: 'another worker stores the result of a sending',
    cuts: [
      {
        file: `${state}/order-queries.ts`,
        from: ".where('number', '=', number)\n    .where('token', '=', token)\n    .executeTakeFirst()",
        to: ".where('number', '=', number)\n    .executeTakeFirst()",
      },
    ],
    test: { file: `${dispatch}/dispatch-orders.test.ts`, name: 'a reply under another token' },
  },
  {
    name: 'lease before the socket',
    otherwise: 'a worker that was suspended sends an order that others have decided meanwhile',
    cuts: [
      {
        file: `${dispatch}/dispatch-orders.ts`,
        from: 'return isLate ? tooLate : undefined',
        to: 'return undefined',
      },
    ],
    test: {
      file: `${dispatch}/sending-in-time.test.ts`,
      name: 'the wall goes on while it connects',
    },
  },
  {
    name: 'stopped provider',
    otherwise: 'orders are sent to a provider that staff paused or that loses orders',
    cuts: [
      {
        file: `${state}/queue-queries.ts`,
        from: 'and providers.sending_stopped_at is null and providers.sending_paused_until is null)',
        to: ')',
      },
      { file: `${dispatch}/dispatch-orders.ts`, from: ' || opened.isSendingStopped', to: '' },
    ],
    test: {
      file: `${dispatch}/sending-breaker.test.ts`,
      name: 'waits until it is resumed',
    },
  },
  {
    name: 'an unknown error text is an answer',
    otherwise: 'five orders of one customer, refused with an unknown error text, stop a provider for all',
    cuts: [
      {
        file: `${dispatch}/dispatch-orders.ts`,
        from: "if (kind === 'unknown' && outcome.sentence !== undefined)",
        to: 'if (false)',
      },
    ],
    test: { file: 'src/server/modules/orders/sentences/sentences.test.ts', name: 'stops nobody' },
  },
  {
    name: 'a lost answer is never classified by text',
    otherwise: 'an order that may have been taken is sent again together with refused ones',
    cuts: [
      {
        file: 'src/server/modules/orders/sentences/teach-sentence.ts',
        from: 'if (said === undefined || toTeachable(said.refusal_text) === null)',
        to: 'if (said === undefined)',
      },
      {
        file: 'src/server/modules/orders/sentences/sentences-queries.ts',
        from: "case when state = 'unknown' then refusal_text end as refusal_text",
        to: "coalesce(refusal_text, 'lost') as refusal_text",
      },
    ],
    test: { file: 'src/server/modules/orders/sentences/sentences.test.ts', name: 'a lost answer never is' },
  },
  {
    name: 'no cancel of a claimed order',
    otherwise: 'an order is refunded and still delivered',
    cuts: [
      {
        file: `${state}/queue-queries.ts`,
        from: "    .where('token', 'is', null)\n    .returning(['user_id', 'order_id', 'supply_id'",
        to: "    .returning(['user_id', 'order_id', 'supply_id'",
      },
    ],
    test: {
      file: 'src/server/modules/orders/cancel/cancel-order.test.ts',
      name: 'claimed for sending while it is canceled',
    },
  },
  {
    name: 'currency of a queued order',
    otherwise: 'queued orders are sent to a provider whose costs are in an unconfirmed currency',
    cuts: [
      {
        file: `${state}/queue-queries.ts`,
        from: '(providers.is_enabled and providers.has_trusted_costs\n',
        to: '(providers.is_enabled\n',
      },
      { file: `${dispatch}/dispatch-orders.ts`, from: ' || !opened.hasTrustedCosts', to: '' },
    ],
    test: { file: `${dispatch}/senders.test.ts`, name: 'the currency of its costs is in doubt' },
  },
  {
    name: 'rerouting past waiting orders',
    otherwise: 'orders that must wait at a paused provider block those behind them from being rerouted',
    cuts: [
      {
        file: `${dispatch}/make-rerouter.ts`,
        from: 'cursors.set(at.provider_id, last)\n      if (candidates.length < BATCH || signal?.aborted === true) return',
        to: 'cursors.set(at.provider_id, last)\n      return',
      },
    ],
    test: { file: `${dispatch}/make-rerouter.test.ts`, name: 'keeps nothing behind it there' },
  },
  {
    name: 'rates for one piece',
    otherwise: 'services of a panel with rates per piece are sold at a thousandth of their cost',
    cuts: [
      {
        file: 'src/server/integrations/panels/panel-client.ts',
        from: 'list.ok && account.ratePer === 1',
        to: 'list.ok && account.ratePer === undefined',
      },
    ],
    test: {
      file: 'src/server/modules/catalogue/imports/settled-currency.test.ts',
      name: 'rates that turn out to be per piece',
    },
  },
  {
    name: 'few orders before the first charge',
    otherwise: 'a burst of orders goes to a provider that charges a thousand times its rate',
    cuts: [
      {
        file: `${dispatch}/claim-orders.ts`,
        from: 'where first_of is null or (sent_orders',
        to: 'where true or (sent_orders',
      },
    ],
    test: { file: `${dispatch}/first-charges.test.ts`, name: 'five orders of a supply are sent' },
  },
  {
    name: 'first charge against the rate',
    otherwise: 'services stay on sale at rates that differ from what the provider charges',
    cuts: [
      {
        file: 'src/server/modules/catalogue/charges/record-charge.ts',
        from: 'if (isFirst && isFar(charge)) {',
        to: 'if (isFirst && isFar(charge) && known === charge.cost) {',
      },
    ],
    test: { file: `${dispatch}/first-charges.test.ts`, name: 'a first charge of more than five times' },
  },
  {
    name: 'a second order before a cost changes',
    otherwise: 'one wrong id from a provider sets the cost of a service and its rate',
    cuts: [
      {
        file: 'src/server/modules/catalogue/charges/record-charge.ts',
        from: 'const second = highest(others.filter((one) => isHigher(one.least, known) && isSame(one, charge)))',
        to: 'const second = highest([charge, ...others])',
      },
    ],
    test: { file: `${polling}/read-charges.test.ts`, name: 'two orders that were charged above the price' },
  },
  {
    name: 'a second order with the same charge',
    otherwise: 'an absurd charge confirms the next wrong one, which then sets a cost and a rate',
    cuts: [
      {
        file: 'src/server/modules/catalogue/charges/record-charge.ts',
        from: ' && isSame(one, charge)',
        to: '',
      },
    ],
    test: { file: `${polling}/read-charges.test.ts`, name: 'changes neither cost nor price' },
  },
  {
    name: 'costs learned from a wrong id',
    otherwise: "a rate that came from another order's charge stays after its id was released",
    cuts: [
      {
        file: 'src/server/modules/orders/admin/release-order.ts',
        from: 'await takeBackCharge(ctx, tx, publish, order)',
        to: '',
      },
    ],
    test: { file: `${polling}/read-charges.test.ts`, name: 'of two orders makes a price that follows' },
  },
  {
    name: 'unknown outcomes go to review',
    otherwise: 'an order that the provider may have taken is sent again',
    cuts: [
      {
        file: `${dispatch}/resolve-unknown.ts`,
        from: "setDispatch(tx, order, { dispatch: 'review'",
        to: "setDispatch(tx, order, { dispatch: 'queued'",
      },
    ],
    test: { file: `${dispatch}/evidence.test.ts`, name: 'did not move, since it is cached' },
  },
  {
    name: "a provider's id belongs to one order",
    otherwise: "an order is polled, refunded and completed by another order's status",
    cuts: [
      {
        file: `${dispatch}/land-outcome.ts`,
        from: 'if (holder !== order.id) {',
        to: 'if (holder === undefined) {',
      },
    ],
    test: { file: `${dispatch}/unknown-outcomes.test.ts`, name: 'an id that another order holds already' },
  },
  {
    name: 'signature of a webhook',
    otherwise: 'anyone can claim to have paid',
    cuts: [
      {
        file: 'src/server/integrations/gateways/cryptomus/sign.ts',
        from: 'return matches.length > 0',
        to: 'return true',
      },
    ],
    test: { file: 'src/server/modules/payments/gateways/webhook.test.ts', name: 'refuses a forged webhook' },
  },
  {
    name: 'status read from the gateway',
    otherwise: 'money is credited on the content of a webhook',
    cuts: [
      {
        file: `${deposits}/decide-deposit.ts`,
        from: 'if (amount !== due)',
        to: 'if (amount === undefined)',
      },
    ],
    test: { file: `${deposits}/decide-deposit.test.ts`, name: 'leaves an invoice over another amount' },
  },
  {
    name: 'received amount of a payment',
    otherwise: '$5 received for an invoice of $38 is credited as $38',
    cuts: [
      {
        file: `${deposits}/decide-deposit.ts`,
        from: 'if (arrived === undefined) return',
        to: 'if (arrived !== 0n) return',
      },
    ],
    test: { file: `${deposits}/arrived-amount.test.ts`, name: 'nothing is credited without staff' },
  },
  {
    name: 'idempotency key and lock of a credit',
    otherwise: 'a payment reported twice is credited twice',
    cuts: [
      {
        file: `${deposits}/settle-deposit.ts`,
        from: '.forUpdate()',
        to: '',
      },
    ],
    test: { file: `${deposits}/settle-deposit.test.ts`, name: 'credits once when fifty answers' },
  },
  {
    name: 'a payment of one deposit',
    otherwise: 'one payment that a gateway names for two deposits is credited to both',
    cuts: [
      {
        file: `${deposits}/gateway-ids.ts`,
        from: 'return ids.every((id) => own.ids.includes(id))',
        to: 'return own.ids.length > -1',
      },
    ],
    test: { file: `${deposits}/settle-deposit.test.ts`, name: 'reports for another deposit is not credited' },
  },
  {
    name: 'a believed payment counts once',
    otherwise: 'a second amount under the id of a payment is believed, at a gateway that cannot be asked',
    cuts: [
      {
        file: `${deposits}/gateway-ids.ts`,
        from: ".where('deposit_gateway_ids.believed_amount', 'is', null)",
        to: '',
      },
    ],
    test: { file: `${gateways}/believed-webhooks.test.ts`, name: 'counts with its first reported amount' },
  },
  {
    name: 'a lost answer is looked for',
    otherwise: 'a customer who tries again has two sessions to pay',
    cuts: [
      {
        file: 'src/server/integrations/gateways/stripe/open-session.ts',
        from: 'const idempotencyKey = `${reference}-${askedAt.getTime()}-${period}`',
        to: 'const idempotencyKey = crypto.randomUUID()',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'finds the invoice and opens no second' },
  },
  {
    name: 'time of the first try',
    otherwise: 'after a lost answer a second invoice is opened without looking for the first',
    cuts: [
      {
        file: `${deposits}/get-payment-url.ts`,
        from: 'coalesce(asked_at, ${now}::timestamptz)',
        to: '${now}::timestamptz',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'finds the invoice and opens no second' },
  },
  {
    name: 'signature of a notification',
    otherwise: 'anyone can claim to have paid at a gateway that cannot be asked',
    cuts: [
      {
        file: 'src/server/integrations/gateways/payeer/sign.ts',
        from: 'return given.length === expected.length && timingSafeEqual(given, expected)',
        to: 'return given.length === expected.length',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'a wrong signature is refused with 401' },
  },
  {
    name: 'signature of an event',
    otherwise: "anyone can have a gateway asked, and store ids of payments with a stranger's deposit",
    cuts: [
      {
        file: 'src/server/integrations/gateways/stripe/signature.ts',
        from: 'one.length === expected.length && timingSafeEqual(one, expected)',
        to: 'one.length === expected.length',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'a wrong signature is refused with 401' },
  },
  {
    name: 'age of a signature',
    otherwise: 'a copy of an event that somebody stored is accepted at any later time',
    cuts: [
      {
        file: 'src/server/integrations/gateways/stripe/signature.ts',
        from: 'if (Math.abs(now.getTime() - Number(time) * 1000) > TOLERANCE_MS) return false',
        to: '',
      },
    ],
    test: {
      file: 'src/server/integrations/gateways/stripe/stripe.test.ts',
      name: 'one older than five minutes',
    },
  },
  {
    name: 'signature of a delivery',
    otherwise: "anyone can have a server asked, and store ids of invoices with a stranger's deposit",
    cuts: [
      {
        file: 'src/server/integrations/gateways/btcpay/btcpay.ts',
        from: 'return left.length === right.length && timingSafeEqual(left, right)',
        to: 'return left.length === right.length',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'a wrong signature is refused with 401' },
  },
  {
    name: 'merchant of a notification',
    otherwise: "a payment to another merchant, whose owner uses the same key, is believed to be the shop's",
    cuts: [
      {
        file: 'src/server/integrations/gateways/payeer/payeer.ts',
        from: "form.get('m_shop') === shop && isSignedForm(form, key)",
        to: 'isSignedForm(form, key) && shop !== undefined',
      },
    ],
    test: {
      file: 'src/server/integrations/gateways/payeer/payeer.test.ts',
      name: 'refuses a notification with',
    },
  },
  {
    name: 'outcome of a notification',
    otherwise: 'a payment that failed is credited, at a gateway that cannot be asked',
    cuts: [
      {
        file: 'src/server/integrations/gateways/payeer/payeer.ts',
        from: "form.get('m_status') !== 'success' || ",
        to: '',
      },
    ],
    test: {
      file: `${gateways}/believed-webhooks.test.ts`,
      name: 'a failed one adds nothing',
    },
  },
  {
    name: 'a webhook ahead of its gateway',
    otherwise: 'a refund or a dispute that the gateway shows a moment later is never noticed',
    cuts: [
      {
        file: `${gateways}/work-gateway-events.ts`,
        from: 'const again = isCredited ?',
        to: 'const again = !isCredited ?',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'early, about a credited deposit' },
  },
  {
    name: 'currency of a payment',
    otherwise: 'a payment in another currency is credited as dollars',
    cuts: [
      {
        file: `${deposits}/decide-deposit.ts`,
        from: "if (currency !== 'USD') return review({ code: 'other_currency', details: { currency } })",
        to: '',
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'nothing is credited, and staff decide' },
  },
  {
    name: 'a dispute moves money only when it is withdrawn',
    otherwise: 'an inquiry takes the money from the customer',
    cuts: [
      {
        file: 'src/server/integrations/gateways/stripe/read-taken.ts',
        from: "return sum < 0 ? (toMoney(dispute.get('amount')) ?? 0n) : 0n",
        to: "return sum <= 0 ? (toMoney(dispute.get('amount')) ?? 0n) : 0n",
      },
    ],
    test: { file: 'test/gateway-cases.test.ts', name: 'the inquiry moves nothing' },
  },
  {
    name: 'fee of a deposit',
    otherwise: 'a customer is credited the fee of the payment method, which the gateway was paid in addition',
    cuts: [
      {
        file: `${deposits}/settle-deposit.ts`,
        from: 'if (fee > 0n) await postTransaction',
        to: 'if (fee < 0n) await postTransaction',
      },
    ],
    test: { file: `${deposits}/deposit-fee.test.ts`, name: 'the customer pays the amount and the fee' },
  },
  {
    name: 'test mode of a payment method',
    otherwise: 'customers pay by a method that the operator is still trying out',
    cuts: [
      {
        file: `${deposits}/create-deposit.ts`,
        from: 'terms.isTest && request.isStaff !== true',
        to: 'terms.isTest && request.isStaff === undefined',
      },
    ],
    test: { file: `${deposits}/payment-methods.test.ts`, name: 'is listed and usable for staff only' },
  },
  {
    name: 'test mode of a gateway',
    otherwise: 'a test key left in a live shop gives everybody a balance for a test card',
    cuts: [
      {
        file: 'src/server/integrations/gateways/stripe/read-session.ts',
        from: "allowedOrigin === undefined && session.get('livemode') !== true",
        to: "allowedOrigin === undefined && session.get('livemode') === undefined",
      },
    ],
    test: {
      file: 'src/server/integrations/gateways/stripe/stripe.test.ts',
      name: 'a test mode payment is held for staff',
    },
  },
  {
    name: 'gateway account of a deposit',
    otherwise: 'a deposit of a replaced account is looked up in the new one, not found, and never credited',
    cuts: [
      {
        file: 'src/server/modules/payments/gateways/find-account.ts',
        from: 'own !== undefined && !isSameMerchant(gateway, own, current) ? own : (current ?? own)',
        to: 'current',
      },
    ],
    test: {
      file: 'src/server/modules/payments/gateways/gateway-settings.test.ts',
      name: 'answers for its own deposits',
    },
  },
  {
    name: 'same payment of a script',
    otherwise: 'a script that asks again after a lost answer credits its customer twice',
    cuts: [
      {
        file: 'src/server/modules/payments/admin/add-payment.ts',
        from: 'if (same !== undefined && namesPayment(memo)) {',
        to: 'if (same !== undefined && namesPayment(memo) && amount < 0n) {',
      },
    ],
    test: { file: 'src/server/modules/admin-api/admin-api.test.ts', name: 'within 10 minutes is one' },
  },
  {
    name: 'account lock of a payment of a script',
    otherwise: 'the same payment sent twice at once is credited twice',
    cuts: [
      {
        file: 'src/server/modules/payments/admin/add-payment.ts',
        from: '    await lockBalance(tx, userId)\n',
        to: '',
      },
    ],
    test: { file: 'src/server/modules/admin-api/admin-api.test.ts', name: 'within 10 minutes is one' },
  },
  {
    name: 'daily limit of a staff key',
    otherwise: 'a leaked key credits any amount',
    cuts: [
      {
        file: 'src/server/modules/users/api-keys/count-credit.ts',
        from: '        and key.spent + ${amount}::bigint <= key.daily_limit\n',
        to: '',
      },
    ],
    test: { file: 'src/server/modules/admin-api/admin-api.test.ts', name: "above the key's daily limit" },
  },
  {
    name: 'orders while a reversal is owed',
    otherwise: 'a customer whose payment was reversed spends the next refund instead of paying',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: "      when account.owed > 0 then 'owed'\n",
        to: '',
      },
    ],
    test: { file: `${deposits}/reverse-deposit.test.ts`, name: 'orders are refused and say how much' },
  },
  {
    name: 'totals of a reversal',
    otherwise: 'a replayed webhook takes a payment back twice, or undoes what staff decided',
    cuts: [
      {
        file: `${deposits}/reverse-deposit.ts`,
        from: 'if (!isCredited || told === counted) return false',
        to: 'if (!isCredited) return false',
      },
    ],
    test: {
      file: 'src/server/modules/payments/admin/reverse-by-hand.test.ts',
      name: 'a replayed webhook',
    },
  },
  {
    name: 'payment beyond a credit',
    otherwise: 'a customer who paid twice and got the second back loses the first',
    cuts: [
      {
        file: `${deposits}/reverse-deposit.ts`,
        from: 'return above0(told - above0((arrived ?? deposit.arrived ?? credited) - credited))',
        to: 'return above0(told - above0((arrived ?? deposit.arrived ?? credited) - credited) * 0n)',
      },
    ],
    test: { file: `${deposits}/reverse-deposit.test.ts`, name: 'what was paid beyond the credit' },
  },
  {
    name: 'order of answers about a reversal',
    otherwise: 'an answer from before a dispute returns the money, and the customer spends it',
    cuts: [
      {
        file: `${deposits}/reverse-deposit.ts`,
        from: ' || (toldAt !== null && askedAt < toldAt)',
        to: '',
      },
    ],
    test: { file: `${deposits}/reverse-deposit.test.ts`, name: 'to an earlier request that arrives later' },
  },
  {
    name: 'account lock of a reversal',
    otherwise: 'a reversal and a deposit at once both take what is owed',
    cuts: [
      {
        file: 'src/server/modules/ledger/account.ts',
        from: "    .select(['balance', 'transactions_seq'])\n    .where('user_id', '=', userId)\n    .forNoKeyUpdate()\n",
        to: "    .select(['balance', 'transactions_seq'])\n    .where('user_id', '=', userId)\n",
      },
    ],
    test: { file: `${deposits}/reverse-deposit.test.ts`, name: 'takes back once when many answers' },
  },
  {
    name: 'reference of a transfer',
    otherwise: 'one bank transfer is credited to two customers, or twice to one',
    cuts: [
      {
        file: `${manual}/credit-transfer.ts`,
        from: '      await claimReference(tx, { method, reference, userId, depositId: id })\n',
        to: '',
      },
    ],
    test: { file: `${manual}/credit-transfer.test.ts`, name: 'one reference for many payments at once' },
  },
  {
    name: 'second person of a credit',
    otherwise: 'one staff member alone credits any amount to an account of their own',
    cuts: [
      {
        file: `${manual}/propose-credit.ts`,
        from: "    if (proposal.by === by.actorId) throw new AppError('state_conflict', { reason: 'own_proposal' })\n",
        to: '',
      },
      {
        file: 'db/migrations/0010_payments.sql',
        from: ',\n  constraint transfers_second_person check (approved_by <> proposed_by)',
        to: '',
      },
    ],
    test: { file: `${manual}/propose-credit.test.ts`, name: "the proposer of a credit can't approve it" },
  },
  {
    name: 'approval above a limit',
    otherwise: 'a credit above the limit of its method needs nobody else',
    cuts: [
      {
        file: `${manual}/credit-transfer.ts`,
        from: 'const isProposal = limit !== null && amount > limit',
        to: 'const isProposal = limit !== null && amount > limit && limit < 0n',
      },
    ],
    test: { file: `${manual}/propose-credit.test.ts`, name: 'above the limit a credit is proposed' },
  },
  {
    name: 'limit on parts that one person enters',
    otherwise: 'one staff member alone enters a large deposit in parts',
    cuts: [
      {
        file: 'src/server/modules/payments/admin/enter-deposit.ts',
        from: '(await sumEntered(tx, { userId, actorId: by.actorId })) + amount > limit',
        to: 'amount > limit',
      },
    ],
    test: {
      file: `${manual}/entered-beside-transfers.test.ts`,
      name: 'what one person enters for one customer',
    },
  },
  {
    name: 'state after a rejected proposal',
    otherwise: 'a refused payment is in review again, and one that waits for its transfer is canceled',
    cuts: [
      {
        file: `${manual}/propose-credit.ts`,
        from: "status: isSent ? 'review' : proposedIn,",
        to: "status: transfer.sent_at === null ? 'canceled' : 'review',",
      },
    ],
    test: { file: `${manual}/propose-credit.test.ts`, name: 'leaves a payment as it was' },
  },
  {
    name: 'one open refill',
    otherwise: 'a refill is requested twice from the provider',
    cuts: [
      {
        file: 'src/server/modules/orders/refills/refills-queries.ts',
        from: "on conflict (user_id, order_id) where state in ('asking', 'pending', 'unknown') do nothing",
        to: '',
      },
      {
        file: 'db/migrations/0009_orders.sql',
        from: 'create unique index refills_open',
        to: 'create index refills_open',
      },
    ],
    test: { file: 'src/server/modules/orders/refills/request-refill.test.ts', name: 'asked twice at once' },
  },
  {
    name: 'lock of an order',
    otherwise: 'an order completed and canceled at the same moment is delivered and refunded',
    cuts: [{ file: `${state}/order-queries.ts`, from: '    .forNoKeyUpdate()\n', to: '' }],
    test: { file: `${state}/refund-order.test.ts`, name: 'completed while its cancellation waited' },
  },
  {
    name: 'lock of a refund',
    otherwise: 'two members of staff who refund at once refund twice',
    cuts: [
      { file: `${state}/order-queries.ts`, from: '.forNoKeyUpdate()\n', to: '\n' },
      // The timeline's row also changes the order: the second one waits there, and then reads the order again.
      { file: `${state}/order-queries.ts`, from: '  await changeOrder(tx, { userId, id })\n}', to: '}' },
      {
        file: `${state}/refund-order.ts`,
        from: "    .where('refunded', '=', refunded)\n",
        to: '',
      },
    ],
    test: {
      file: 'src/server/modules/orders/admin/decide-order.test.ts',
      name: 'two who refund at the same moment',
    },
  },
  {
    name: 'undelivered part',
    otherwise: 'a partial delivery refunds the whole price',
    cuts: [
      {
        file: `${polling}/land-statuses.ts`,
        from: ': partialRefund({ price, refunded, quantity: undelivered.whole, remains: undelivered.remains })',
        to: ': money(price - refunded)',
      },
    ],
    test: { file: `${state}/refund-order.test.ts`, name: 'partial: the undelivered part' },
  },
  {
    name: 'status before the change',
    otherwise: 'a late status changes an order that has ended, and its money is counted twice',
    cuts: [
      {
        file: `${polling}/land-statuses-statement.ts`,
        from: 'and orders.status = judged.status',
        to: '',
      },
    ],
    test: { file: `${polling}/land-statuses.test.ts`, name: 'comes before or after what staff decide' },
  },
  {
    name: "provider's lease",
    otherwise: 'two processes poll a provider, each at its full rate',
    cuts: [
      {
        file: 'src/server/modules/providers/leases/make-lease-keeper.ts',
        from: 'and (owner is null or until <= now())',
        to: '',
      },
    ],
    test: {
      file: 'src/server/modules/providers/leases/leases.test.ts',
      name: 'is held by one process at a time',
    },
  },
  {
    name: 'expired lease',
    otherwise: 'a process that was suspended goes on polling next to the one that holds the lease',
    cuts: [
      {
        file: `${polling}/make-poller.ts`,
        from: '&& lease.isHeld()',
        to: '',
      },
    ],
    test: { file: `${polling}/poll-provider.test.ts`, name: 'are not started after the lease has expired' },
  },
  {
    name: 'lease before a claim',
    otherwise: 'two processes send to a provider, each at its full rate',
    cuts: [
      {
        file: `${dispatch}/send-to-provider.ts`,
        from: '!hasMore || !isHeld()',
        to: '!hasMore',
      },
    ],
    test: { file: `${dispatch}/pace.test.ts`, name: 'whose lease has expired claims nothing more' },
  },
  {
    name: 'end of a silent connection',
    otherwise: 'a dead connection returns to the pool and blocks everything',
    cuts: [
      {
        file: 'src/server/lib/postgres/cut-silent-connections.ts',
        from: "client.connection.stream.destroy(new Error('Connection terminated: the database is silent on it'))",
        to: 'one.askedAt = undefined',
      },
    ],
    test: { file: 'src/server/lib/postgres/pool.test.ts', name: 'that went silent is ended' },
  },
  {
    name: 'audit log',
    otherwise: 'staff move money without a trace',
    cuts: [
      {
        file: 'src/server/modules/audit-log/transact-as-staff.ts',
        from: 'if (by === undefined || actions.length === 0) return result',
        to: 'if (actions.length >= 0) return result',
      },
    ],
    test: {
      file: 'src/server/modules/audit-log/staff-actions.test.ts',
      name: 'stores who, what, before, after',
    },
  },
  {
    name: 'end of a session',
    otherwise: 'a token works after its owner signed out',
    cuts: [
      {
        file: 'src/server/modules/users/auth/end-session.ts',
        from: ".set({ ends_at: sql<Date>`date_trunc('milliseconds', ${thisStatement}) - ${moment}` })",
        to: '.set({ ends_at: sql<Date>`ends_at` })',
      },
    ],
    test: {
      file: 'src/server/modules/users/auth/sessions.test.ts',
      name: 'refuses a token at once after logout',
    },
  },
  {
    name: 'a canceled change is forgotten',
    otherwise: 'a balance that was typed and canceled is saved with the next change',
    cuts: [
      {
        file: 'src/web/ui/form/use-form.ts',
        from: "const noDraft = { name: '', fields: [] } as const",
        to: "const noDraft = { name: '', fields: ['balance', 'rate', 'reason'] } as const",
      },
      // Forms with short fields store no draft while being typed in.
      {
        file: 'src/web/ui/form/use-form.ts',
        from: 'const isWritten = written !== undefined',
        to: 'const isWritten = true',
      },
    ],
    test: {
      file: 'src/web/admin/users/edit/canceled-edits.test.tsx',
      name: "a canceled balance edit doesn't come back",
    },
  },
  {
    name: 'only what was changed is sent',
    otherwise: "saving a name overwrites a colleague's newer rate",
    cuts: [
      {
        file: 'src/web/ui/form/form-boxes.ts',
        from: 'JSON.stringify(value) !== JSON.stringify(old[name])',
        to: 'name !== old[name]',
      },
    ],
    test: {
      file: 'src/web/admin/users/edit/canceled-edits.test.tsx',
      name: "a colleague's newer one is not overwritten",
    },
  },
  {
    name: "the user's own thousands separator",
    otherwise: 'a thousand typed with its separator becomes one dollar',
    cuts: [
      {
        file: 'src/contract/base/read-number.ts',
        from: 'if (!isOwn && !pointDecides(kind)) return [thousands]',
        to: 'if (!isOwn && !pointDecides(kind)) return [decimal]',
      },
    ],
    test: { file: 'src/contract/base/read-number.test.ts', name: ' in a box of ' },
  },
  {
    name: 'ambiguous numbers',
    otherwise: 'a rate of 1,250 is saved as 1.25 though it may mean a thousand times as much',
    cuts: [
      {
        file: 'src/contract/base/read-number.ts',
        from: 'return isOwn && zeros > 0 ? [decimal] : [decimal, thousands]',
        to: 'return [decimal]',
      },
    ],
    test: { file: 'src/contract/base/read-number.test.ts', name: ' in a box of ' },
  },
  {
    name: 'a form refuses what it cannot read',
    otherwise: 'an ambiguous number is sent as one of its readings',
    cuts: [
      {
        file: 'src/web/ui/form/use-form.ts',
        from: '      ...refusals,\n',
        to: '',
      },
    ],
    test: { file: 'src/web/ui/fields/entry-fields.test.tsx', name: 'is sent as plain digits' },
  },
  {
    name: 'the state an order was shown in',
    otherwise: 'one member of staff completes an order and another refunds it, and both succeed',
    cuts: [
      {
        file: `${state}/staff-action.ts`,
        from: 'if (!isSame) throw',
        to: 'if (!isSame && isSame) throw',
      },
    ],
    test: {
      file: 'src/server/modules/orders/admin/decide-order.test.ts',
      name: 'of a complete and a refund at once',
    },
  },
  {
    name: 'the status a deposit was shown in',
    otherwise: 'a deposit that one member of staff refuses is credited by another at the same moment',
    cuts: [
      {
        file: 'src/server/modules/payments/admin/decide-by-hand.ts',
        from: 'if (status !== shown) throw',
        to: 'if (status === undefined) throw',
      },
    ],
    test: {
      file: 'src/server/modules/payments/admin/refuse-by-hand.test.ts',
      name: 'changed since it was shown',
    },
  },
  {
    name: 'a fresh proof',
    otherwise: 'a session left open can redirect money, emails and secrets',
    cuts: [
      {
        file: 'src/server/lib/http/read-call.ts',
        from: "if (!isProven && (proof === 'always' ||",
        to: "if (!isProven && address === '' && (proof === 'always' ||",
      },
    ],
    test: { file: 'src/server/modules/users/auth/proof.test.ts', name: 'needs a fresh proof' },
  },
  {
    name: 'extra permissions of settings',
    otherwise: "staff with one permission read the owner's reset link on their own mail server",
    cuts: [
      {
        file: 'src/server/modules/settings/change-settings.ts',
        from: 'if (needed.some((permission) => !isAllowed(staff, permission)))',
        to: 'if (needed.length > 9)',
      },
    ],
    test: { file: 'src/server/modules/settings/settings.test.ts', name: 'is changed by staff who have' },
  },
  {
    name: "queue's lease",
    otherwise: 'a process that stalled ends an item that another one works on',
    cuts: [
      {
        file: 'src/server/lib/queue/make-queue.ts',
        from: 'and lease = ${lease}::uuid`',
        to: 'and ${lease}::uuid is not null`',
      },
    ],
    test: {
      file: 'src/server/lib/queue/make-queue.test.ts',
      name: 'items claimed by a killed process',
    },
  },
  {
    name: "queue's time limit",
    otherwise: 'a handler that hangs holds up all items behind it',
    cuts: [
      {
        file: 'src/server/lib/queue/make-queue.ts',
        from: 'Promise.race([work(ctx, one, signal), timeOut(time.signal)])',
        to: 'work(ctx, one, signal)',
      },
    ],
    test: {
      file: 'src/server/lib/queue/make-queue.test.ts',
      name: 'a handler that hangs delays no other',
    },
  },
  {
    name: 'warning over the previous mail server',
    otherwise: 'staff who enter another mail server suppress the warning to the owners',
    cuts: [
      {
        file: 'src/server/modules/messaging/emails/send-emails.ts',
        from: 'email.server === null\n      ?',
        to: 'email.server !== undefined\n      ?',
      },
    ],
    test: {
      file: 'src/server/modules/messaging/emails/email-owners.test.ts',
      name: 'owners are notified of a new mail server',
    },
  },
  {
    name: 'a new password cancels an email change',
    otherwise:
      'an attacker who was locked out takes the account over through the email change they requested',
    cuts: [
      {
        file: 'src/server/modules/users/auth/password-queries.ts',
        from: 'const endsPendingEmail = { pending_email: null }',
        to: 'const endsPendingEmail = {}',
      },
    ],
    test: {
      file: 'src/server/modules/users/resets/resets.test.ts',
      name: 'cancels a pending change of email',
    },
  },
  {
    name: 'confirmed email before a key',
    otherwise: "an API key made under someone else's email keeps working after they take the account over",
    cuts: [
      {
        file: `${keys}/manage-keys.ts`,
        from: "if (await needsConfirmedEmail(ctx, userId)) throw new AppError('email_unconfirmed')",
        to: '',
      },
    ],
    test: {
      file: `${keys}/api-keys.test.ts`,
      name: 'a key needs a confirmed email',
    },
  },
  {
    name: 'test key outside /api/v2',
    otherwise: 'a test key orders by the other API for real money',
    cuts: [
      {
        file: `${keys}/authenticate-key.ts`,
        from: "if (state.caller.isTest && !acceptsTest) throw new AppError('test_key')",
        to: '',
      },
    ],
    test: { file: `${reseller}/test-shop.test.ts`, name: 'a test key is refused by every other call' },
  },
  {
    name: 'test shop of a test key',
    otherwise: 'an order of a test key is charged and sent to a provider',
    cuts: [
      {
        file: `${reseller}/reseller-routes.ts`,
        from: 'caller.isTest ? makeTestShop(ctx, catalogue, caller) : makeShop(ctx, caller)',
        to: 'caller.id === 0 ? makeTestShop(ctx, catalogue, caller) : makeShop(ctx, caller)',
      },
    ],
    test: { file: `${reseller}/test-shop.test.ts`, name: 'is answered like any other, and moves no money' },
  },
  {
    name: 'test key in the placing statement',
    otherwise: 'a test key that gets there by a mistake elsewhere is charged',
    cuts: [
      {
        file: `${placing}/key-limits-statement.ts`,
        from: ' and not api_keys.is_test',
        to: '',
      },
    ],
    test: { file: `${placing}/daily-limits.test.ts`, name: 'places nothing' },
  },
  {
    name: 'scope of an API key',
    otherwise: 'a key that may only read places orders',
    cuts: [
      {
        file: 'src/server/lib/http/admit.ts',
        from: 'byKey !== undefined && !byKey.scopes.some((scope) => scope === endpoint.takesKey)',
        to: 'byKey !== undefined && endpoint.takesKey === undefined',
      },
    ],
    test: { file: `${keys}/key-terms.test.ts`, name: 'a key can only do what its scope allows' },
  },
  {
    name: 'scope of an API key on /api/v2',
    otherwise: 'a key that may only read buys by the reseller API',
    cuts: [
      {
        file: `${reseller}/reseller-routes.ts`,
        from: "if (!caller.scopes.includes(scopeOf[action])) throw new AppError('insufficient_permissions')",
        to: '',
      },
    ],
    test: {
      file: `${reseller}/reseller-keys.test.ts`,
      name: 'a key does what its scopes allow',
    },
  },
  {
    name: 'addresses of an API key',
    otherwise: 'a stolen key is used from elsewhere',
    cuts: [
      {
        file: `${keys}/authenticate-key.ts`,
        from: '|| !state.allowed.every((list) => isFrom(address, list))',
        to: '',
      },
    ],
    test: { file: `${keys}/key-terms.test.ts`, name: 'a key works from its own addresses' },
  },
  {
    name: 'end of an API key',
    otherwise: 'a key that expired or was replaced works on',
    cuts: [
      {
        file: `${keys}/authenticate-key.ts`,
        from: 'and (api_keys.expires_at is null or api_keys.expires_at > now())',
        to: '',
      },
    ],
    test: { file: `${keys}/key-terms.test.ts`, name: 'an expired key is refused' },
  },
  {
    name: 'own orders on /api/v2',
    otherwise: "a reseller reads and cancels another customer's orders",
    cuts: [
      {
        file: 'src/server/modules/orders/reading/get-order.ts',
        from: ".select(bareOrderColumns(userId))\n    .where('orders.user_id', '=', userId)",
        to: '.select(bareOrderColumns(userId))',
      },
    ],
    test: { file: `${reseller}/reseller.test.ts`, name: "R8e another key's order is known" },
  },
  {
    name: 'own refills on /api/v2',
    otherwise: "a reseller reads another customer's refills",
    cuts: [
      {
        file: 'src/server/modules/orders/refills/find-refills.ts',
        from: ".where('user_id', '=', userId)\n    .where('id', 'in', ids.map(BigInt))",
        to: ".where('id', 'in', ids.map(BigInt))",
      },
    ],
    test: { file: `${reseller}/reseller-orders.test.ts`, name: 'R6 returns an id as an integer' },
  },
  {
    name: 'own rates on /api/v2',
    otherwise: 'a reseller sells by a rate that is not the one they pay',
    cuts: [
      {
        file: `${reseller}/list-services.ts`,
        from: 'toPlain(rateFor(service, rule, now))',
        to: 'toPlain(rateFor(service, { ...rule, discount_percent: 0, rates: {} }, now))',
      },
    ],
    test: { file: `${reseller}/list-services.test.ts`, name: 'R15 services, price and charge' },
  },
  {
    name: 'idempotency key on /api/v2',
    otherwise: 'an order that is added again after a lost answer is charged twice',
    cuts: [
      {
        file: `${reseller}/add-order.ts`,
        from: 'idempotencyKey: own',
        to: 'idempotencyKey: own === undefined ? own : undefined',
      },
    ],
    test: { file: `${reseller}/reseller.test.ts`, name: 'R16 an order with a key is placed once' },
  },
  {
    name: 'no query in a log',
    otherwise: 'API keys that were sent in a query are in the log',
    cuts: [
      {
        file: 'src/server/lib/http/errors.ts',
        from: "const route = `${method} ${routeOptions.url ?? ''}`",
        to: "const route = `${method} ${routeOptions.url ?? ''} ${request.url}`",
      },
    ],
    test: { file: `${reseller}/reseller.test.ts`, name: 'R2 a key in the query is in no log' },
  },
  {
    name: 'no body for trouble on /api/v2',
    otherwise: 'clients mark an order as failed for good because of a limit that passes',
    cuts: [
      {
        file: 'src/contract/reseller/reseller-errors.ts',
        from: 'isTrouble(error) ? undefined : { error: sayResellerError(error) }',
        to: '({ error: sayResellerError(error) })',
      },
    ],
    test: { file: `${reseller}/reseller.test.ts`, name: "R8f a key's daily limit is 429" },
  },
  {
    name: 'replacement made while an order waited',
    otherwise: 'a rotated key spends again what an order by the earlier one just spent',
    cuts: [
      {
        file: `${placing}/place-orders-statement.ts`,
        from: "when allowance.is_rotated then 'locked'",
        to: '',
      },
    ],
    test: { file: `${placing}/daily-limits.test.ts`, name: 'an order that waits while its key is rotated' },
  },
  {
    name: 'fence of jobs',
    otherwise: 'a database restored from a backup sends what was sent since',
    cuts: [
      {
        file: 'src/server/lib/queue/loop.ts',
        from: 'ctx.fence.isUp() ? false : await runRound()',
        to: 'await runRound()',
      },
    ],
    test: {
      file: `${restored}/fence.test.ts`,
      name: 'nothing is sent, emailed or credited until it is resumed',
    },
  },
  {
    name: 'fence of calls',
    otherwise: 'a database restored from a backup takes orders and webhooks under ids that were given before',
    cuts: [
      {
        file: 'src/server/lib/http/admit.ts',
        from: "if (!ctx.fence.isUp() || whileFenced === 'works') return",
        to: 'if (ctx.fence !== undefined) return',
      },
    ],
    test: { file: `${restored}/fence.test.ts`, name: 'a webhook is refused so that its gateway repeats it' },
  },
  {
    name: 'restored orders go to review',
    otherwise: 'what was queued in a backup is sent again when its database is resumed',
    cuts: [
      {
        file: `${restored}/resume-restored.ts`,
        from: '  await reviewOrders(ctx, restoration, onProgress)\n',
        to: '',
      },
    ],
    test: { file: `${restored}/resume-restored.test.ts`, name: 'nothing is sent twice' },
  },
  {
    name: 'no fence beside a running product',
    otherwise: 'an operator takes a database for fenced on which a product sends',
    cuts: [
      {
        file: `${restored}/fence-physical.ts`,
        from: 'if (rows[0]?.is_used !== false)',
        to: 'if (rows[0] === undefined)',
      },
    ],
    test: { file: 'scripts/fence.test.ts', name: 'a running product' },
  },
  {
    name: 'note of a move before its commit',
    otherwise: 'two shops on two copies of a database send every order twice',
    cuts: [
      {
        file: `${backups}/restore-database.ts`,
        from: '    await options.beforeCommit?.(client, restored)\n    await commit(client, options)\n',
        to: '    await commit(client, options)\n    await options.beforeCommit?.(client, restored)\n',
      },
    ],
    test: { file: `${backups}/move-database.test.ts`, name: 'marked before the new one becomes visible' },
  },
  {
    name: 'note of a move whose commit broke off',
    otherwise: 'the old database starts beside the new one, and both send every order',
    cuts: [
      {
        file: `${backups}/restore-database.ts`,
        from: "if (error instanceof DatabaseError && error.severity === 'ERROR') onRolledBack?.()",
        to: 'onRolledBack?.()',
      },
    ],
    test: { file: `${backups}/move-database.test.ts`, name: 'whose connection broke may not have' },
  },
]
