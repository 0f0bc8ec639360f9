import { formatExact, formatMoney, formatShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

/** The spec's sentences (§5, §8) where it has one. */
export const errors: ErrorWords = {
  invalid_json: 'The request body is not valid JSON',
  invalid_parameter: {
    not_understood: 'A parameter has no meaning here',
    parameter: ({ parameter }) => `The parameter ${parameter} has no meaning here`,
    idempotency_key: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
    user_id_required: 'User ID is required',
    not_a_request: 'This is not a request',
    form: 'The form cannot be read',
    period_too_long: ({ lines, max }) =>
      `${lines} transactions are in this period, and a statement shows at most ${max}. Please choose a shorter period, or download the CSV file.`,
  },
  authentication_required: 'Authentication required',
  invalid_credentials: 'Login failed. Please check your credentials and try again.',
  two_factor_required: 'A two-factor code is required',
  invalid_signature: 'The signature does not hold',
  insufficient_balance: ({ required, available }) => {
    const shown = formatShortfall(required, available)
    return `Insufficient balance. Required: $${shown.required}, Available: $${shown.available}`
  },
  insufficient_permissions: 'Insufficient permissions',
  test_key: 'This is a test key. It only works on /api/v2.',
  two_factor_setup_required: 'Staff need two-factor authentication here. Please set it up first.',
  view_only: 'You only look at this account: nothing can be changed',
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor
      ? 'Enter your password or a two-factor code to continue'
      : 'Enter your password again to continue',
  email_unconfirmed: 'Confirm your email address first',
  account_blocked: 'This account is blocked. Please contact support.',
  not_found: 'There is nothing here',
  user_not_found: 'User not found',
  order_not_found: 'Order Not Found',
  service_not_found: 'This service is not available',
  provider_not_found: 'No such provider',
  deposit_not_found: 'No such payment',
  ticket_not_found: 'Ticket Not Found',
  setup_link_invalid: 'This set-up link is not valid or was already used',
  confirmation_invalid: 'This confirmation link is not valid any more',
  unsubscribe_invalid:
    'This link to unsubscribe is not valid. You can change what you are sent in your settings.',
  reset_token_invalid: 'reset token not found',
  invitation_invalid: 'This invitation is not valid any more',
  registration_closed: 'Registration is closed at the moment',
  email_taken: 'An account with this email already exists',
  name_taken: 'This short name is already in use',
  username_taken: 'This user name is already in use',
  service_unavailable: () =>
    'This service cannot be delivered at its price at the moment. Please choose another one.',
  link_blocked: 'We do not take orders for this link. Please choose another one.',
  category_blocked: 'We do not take orders in this category at the moment. Please choose another service.',
  price_changed: () => 'The price of this service has changed. Please check it and try again.',
  balance_owed: ({ owed }) =>
    `You owe $${formatExact(owed)} because a payment was reversed. Add funds to pay it, then you can order again.`,
  balance_changed: 'The balance has changed since it was shown',
  idempotency_key_reused: 'This Idempotency-Key was used for another request',
  daily_limit_reached: ({ limit, spent }) =>
    `Your API keys may spend $${formatMoney(limit)} a day, and have spent $${formatMoney(spent)} today`,
  refund_limit_reached: ({ limit, left }) =>
    `You may refund $${formatExact(limit)} a day, and $${formatExact(left)} of it is left today`,
  last_admin: 'You cannot demote the last admin in the system.',
  last_admin_delete: 'Cannot delete the last admin account.',
  user_changed: ({ balance, open_orders: open }) =>
    `This account has a balance of $${formatExact(balance)} and ${open} open ${open === 1 ? 'order' : 'orders'}. Please look at it once more.`,
  refill_not_available: 'Refill is not available for this order',
  cancel_not_available: 'This order cannot be canceled',
  ticket_closed: 'This ticket is closed. Please create a new ticket.',
  ticket_full: 'This ticket has reached its length. Please create a new ticket.',
  favourites_full: ({ max }) =>
    `You have ${max} favourites, and more are not kept. Please take one out first.`,
  state_conflict: {
    has_password: 'This user has set a password already',
    user_blocked: 'This user is blocked',
    two_factor_on: 'Two-factor authentication is on already',
    two_factor_off: 'Two-factor authentication is not on',
    two_factor_not_begun: 'This set-up is over. Please begin it again.',
    two_factor_own: 'Your own two-factor authentication is reset by somebody else of the staff',
    views_full: ({ max }) => `You have ${max} saved views, and more are not kept. Please delete one first.`,
    not_editable: 'This can’t be corrected in the order’s present state',
    being_sent: 'It is being sent right now',
    refunded_meanwhile: 'Part of it was given back since this was shown. Please look again',
    nothing_to_refund: 'Nothing is left to refund',
    nothing_to_look_at: 'There is nothing to look at',
    undecided: 'It is to be decided: whether the provider took it is not known',
    not_failed: "It hasn't failed: it was queued again or is done",
    not_in_review: ({ status, dispatch }) => `It waits for nobody: it is ${status} and ${dispatch}`,
    nothing_to_teach: "The provider's answer has no text to recognize a refusal by",
    not_possible: ({ status, dispatch }) => `Not possible while it is ${status} and ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `This order has changed since you opened it: it is now ${status} and ${dispatch}. Check it and decide again.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `The provider's order ${id} belongs to order ${holder}`,
    holds_no_such_order: "It holds no such order of a provider's",
    named_twice: 'This order is named twice',
    refill_open: 'A refill of it is under way',
    too_many_unknown: 'Too many orders are unknown for a list',
    test_key_alive: 'You already have a test key. Rotate it, or revoke it first.',
    keys_alive: ({ max, name }) =>
      name === undefined
        ? `No more than ${max} keys are alive at a time. Please revoke one first.`
        : `No more than ${max} keys named “${name}” are alive at a time. Please revoke one first.`,
    supply_not_fit:
      'This supply cannot take the order: it is off, of another service, or costs more than was paid',
    remains_not_fit: 'So much is not left of this order',
    refund_above: ({ left }) => `No more than $${formatExact(left)} is left to refund`,
    selection_changed: 'This would not change what was shown any more. Please look at it again.',
    supplies_changed: 'The providers of this service were changed meanwhile. Please look at them again.',
    supplies_many: ({ max }) => `No more than ${max} supplies stand behind one service`,
    supply_elsewhere: ({ service_id: id, name }) => `It stands behind service ${id}, ${name}, already`,
    supply_not_offered: ({ name }) => `${name} does not offer such a service`,
    supply_type_differs: ({ type, service_type: own }) =>
      `Its type is ${type}, and this service is of the type ${own}`,
    announcement_over: 'Nothing of it is left to send',
    answered_meanwhile: ({ name }) =>
      `${name} has written meanwhile. Read it; if your answer still fits, send it again.`,
    assigned_meanwhile: ({ name }) =>
      name === null ? 'Nobody has this ticket any more' : `${name} has taken this ticket meanwhile`,
    replies_many: ({ max }) => `There are no more than ${max} canned replies`,
    reference_entered: ({ deposit_id: id }) => `This reference was entered already, as deposit ${id}`,
    deposit_moved: ({ status }) =>
      `This deposit has changed since you opened it: it is now ${status}. Check it and decide again.`,
    credited_already: 'This payment was credited already',
    not_credited: 'This payment was not credited',
    reversed_meanwhile: 'What was taken back has changed since this was shown. Reload and try again',
    reversed_already: 'This is already recorded',
    refused_already: 'This payment was refused already',
    transfer_sent: 'You have already told us about this transfer. Contact support to cancel it.',
    own_proposal: 'You proposed this credit. Another staff member must approve it.',
    proposed_already: 'A credit is already proposed. Approve or reject it first.',
    nothing_proposed: 'No credit is proposed any more',
    proposal_changed: 'The proposed credit has changed since you opened it. Check it and decide again.',
    approver_missing: ({ limit }) =>
      `A credit above $${formatExact(limit)} needs a second person, and nobody else can approve it. Ask the owner to add a staff member with access to money.`,
    second_person_needed: ({ limit }) =>
      `One person can enter up to $${formatExact(limit)} for a customer within 24 hours. For more, ask the customer to open a payment by a manual method, and credit that one with a second person.`,
    decided_already: 'This payment was decided already',
    balance_too_high: ({ max }) => `No balance is above $${formatExact(max)}`,
    needs_key: 'Please enter the key before switching the provider on',
    not_held: 'The charges of this provider are not on hold.',
    has_no_key: ({ name }) => `${name} has no API key yet. Please enter it first.`,
    key_unreadable: ({ name }) => `The stored API key of ${name} cannot be read. Please enter it again.`,
    sandbox_address: "The sandbox's address is set by the sandbox itself",
    play_money:
      'This database began with the sandbox, so its balances are play money and nothing real is connected to it. Start a new one for real money: npm run go-live',
    provider_off: 'The provider is switched off',
    provider_in_use: 'Services or orders still use this provider. Switch it off instead.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `The balance at ${name} is in ${currency}, but the account says ${own}. Please settle its currency first.`,
    currency_changed: ({ name }) => `The currency of ${name} was changed meanwhile. Please import again.`,
    prices_unconfirmed: ({ services }) =>
      `This makes ${services} prices anew. Look at them with dry_run, then confirm with their seal.`,
    prices_changed: 'The prices have changed since they were shown. Please look at them again.',
    import_running: 'This import is still running. It can be taken back once it is over.',
    import_undone: 'This import was taken back already',
    import_not_last: 'Only the last import of a provider that wrote something can be taken back, for 30 days',
    section_changed: () =>
      'Somebody else has changed these settings since they were shown to you. Nothing was saved yet.',
  },
  payment_method_unavailable: 'This payment method is not available now',
  provider_unknown:
    'This address belongs to none of your providers. Add it as a provider with its key, then import.',
  payload_too_large: 'The request is too large',
  attachment_too_large: 'Some files exceed the 2MB size limit',
  attachment_refused: {
    type: ({ name }) => `${name} is none of the files that are taken: pictures, PDF, Word and Excel`,
    type_in_reply: ({ name }) => `${name} is none of the files that a reply takes: pictures, PDF and Word`,
    no_picture: ({ name }) => `${name} is none of the pictures that are taken: PNG, JPEG, WebP and GIF`,
    damaged: ({ name }) => `${name} cannot be read, or is not only what it says to be`,
    pixels: ({ name }) => `${name} has too many pixels`,
    macros: ({ name }) => `${name} contains macros`,
  },
  unsupported_media_type: 'This content type is not taken here',
  range_not_satisfiable: 'That part of it is not there',
  invalid_fields: () => 'Please check the highlighted fields',
  unknown_field: () => 'Please check the highlighted fields',
  url_refused: {
    no_address: 'This is no web address',
    scheme: 'The address must begin with https:// or http://',
    credentials: 'The address must not hold a user name or a password',
    not_public: 'This address does not lead to the open internet',
  },
  rate_limited: 'Too many tries. Please wait and try again.',
  internal_error: 'Server error',
  provider_failed: {
    unreachable: 'The provider cannot be reached right now',
    said: ({ error }) => error,
    address_unreachable: ({ error }) => `The address cannot be reached: ${error}`,
    refill_unclear: 'The provider did not answer clearly. The refill may be under way; we will look into it.',
  },
  gateway_failed: 'The payment gateway cannot be reached right now. Please try again.',
  maintenance: ({ message }) => message ?? 'The site is being worked on. Please try again later.',
  unavailable: 'A part of the service is not available right now. Please try again.',
}
