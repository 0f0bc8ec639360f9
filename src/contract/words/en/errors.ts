import { formatExact, formatMoney, formatShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

/** The spec's sentences (§5, §8) where it has one. */
export const errors: ErrorWords = {
  invalid_json: "The request body isn't valid JSON",
  invalid_parameter: {
    not_understood: 'Unknown parameter',
    parameter: ({ parameter }) => `Unknown parameter: ${parameter}`,
    idempotency_key: 'Idempotency-Key must be 1 to 255 visible ASCII characters',
    user_id_required: 'User ID is required',
    not_a_request: 'Not a valid request',
    form: "The form can't be read",
    period_too_long: ({ lines, max }) =>
      `This period has ${lines} transactions, but a statement shows up to ${max}. Choose a shorter period or download the CSV file.`,
  },
  authentication_required: 'Authentication required',
  invalid_credentials: 'Login failed. Please check your credentials and try again.',
  two_factor_required: 'A two-factor code is required',
  invalid_signature: 'Invalid signature',
  insufficient_balance: ({ required, available }) => {
    const shown = formatShortfall(required, available)
    return `Insufficient balance. Required: $${shown.required}, Available: $${shown.available}`
  },
  insufficient_permissions: 'Insufficient permissions',
  test_key: 'This is a test key. It only works on /api/v2.',
  two_factor_setup_required: 'Staff are required to use two-factor authentication. Please set it up first.',
  view_only: "You're viewing this account: nothing can be changed",
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor
      ? 'Enter your password or a two-factor code to continue'
      : 'Enter your password again to continue',
  email_unconfirmed: 'Confirm your email address first',
  account_blocked: 'This account is blocked. Please contact support.',
  not_found: 'Not found',
  user_not_found: 'User not found',
  order_not_found: 'Order Not Found',
  service_not_found: 'This service is not available',
  provider_not_found: 'Provider not found',
  deposit_not_found: 'Payment not found',
  ticket_not_found: 'Ticket Not Found',
  setup_link_invalid: 'This setup link is invalid or was already used',
  confirmation_invalid: 'This confirmation link has expired',
  unsubscribe_invalid:
    'This unsubscribe link is invalid. You can change your notifications in your settings.',
  reset_token_invalid: 'reset token not found',
  invitation_invalid: 'This invitation has expired',
  registration_closed: 'Registration is closed at the moment',
  email_taken: 'An account with this email already exists',
  name_taken: 'This short name is already in use',
  username_taken: 'This username is already in use',
  service_unavailable: () => 'This service is unavailable right now. Please choose another one.',
  link_blocked: "We don't accept orders for this link. Please use another one.",
  category_blocked: "We don't accept orders in this category right now. Please choose another service.",
  price_changed: () => 'The price of this service has changed. Please check it and try again.',
  balance_owed: ({ owed }) =>
    `You owe $${formatExact(owed)} because a payment was reversed. Add funds to pay it, then you can order again.`,
  balance_changed: 'The balance has changed since you opened it',
  idempotency_key_reused: 'This Idempotency-Key was used for another request',
  daily_limit_reached: ({ limit, spent }) =>
    `Your API keys can spend $${formatMoney(limit)} a day and have spent $${formatMoney(spent)} today`,
  refund_limit_reached: ({ limit, left }) =>
    `You can refund up to $${formatExact(limit)} a day. $${formatExact(left)} is left today.`,
  last_admin: 'You cannot demote the last admin in the system.',
  last_admin_delete: 'Cannot delete the last admin account.',
  user_changed: ({ balance, open_orders: open }) =>
    `This account has a balance of $${formatExact(balance)} and ${open} open ${open === 1 ? 'order' : 'orders'}. Please check again.`,
  refill_not_available: 'Refill is not available for this order',
  cancel_not_available: 'This order cannot be canceled',
  ticket_closed: 'This ticket is closed. Please create a new ticket.',
  ticket_full: 'This ticket has reached its maximum length. Please create a new ticket.',
  favourites_full: ({ max }) => `You can have up to ${max} favourites. Remove one first.`,
  state_conflict: {
    has_password: 'This user has already set a password',
    user_blocked: 'This user is blocked',
    two_factor_on: 'Two-factor authentication is already on',
    two_factor_off: 'Two-factor authentication is off',
    two_factor_not_begun: 'This setup has expired. Please start again.',
    two_factor_own: 'Another staff member must reset your two-factor authentication',
    views_full: ({ max }) => `You can have up to ${max} saved views. Delete one first.`,
    not_editable: "This can't be corrected in the order's present state",
    being_sent: "It's being sent right now",
    refunded_meanwhile: 'Part of it was refunded in the meantime. Please check again.',
    nothing_to_refund: 'Nothing is left to refund',
    nothing_to_look_at: 'Nothing to review',
    undecided: "This order needs a decision: it isn't known whether the provider accepted it",
    not_failed: "It hasn't failed: it was queued again or is done",
    not_in_review: ({ status, dispatch }) => `This order isn't in review: it is ${status} and ${dispatch}`,
    nothing_to_teach: "The provider's response has no text to recognize a rejection by",
    not_possible: ({ status, dispatch }) => `Not possible while it is ${status} and ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `This order has changed since you opened it: it is now ${status} and ${dispatch}. Check it and decide again.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `The provider's order ${id} belongs to order ${holder}`,
    holds_no_such_order: "It doesn't have this provider order ID",
    named_twice: 'This order is listed twice',
    refill_open: 'A refill is already in progress',
    too_many_unknown: 'Too many unconfirmed orders for a list',
    test_key_alive: 'You already have a test key. Rotate it, or revoke it first.',
    keys_alive: ({ max, name }) =>
      name === undefined
        ? `You can have up to ${max} active keys. Revoke one first.`
        : `You can have up to ${max} active keys named “${name}”. Revoke one first.`,
    supply_not_fit:
      "This provider can't take the order: it's off, belongs to another service or costs more than was paid",
    remains_not_fit: "The order doesn't have that much left",
    refund_above: ({ left }) => `You can refund up to $${formatExact(left)}`,
    selection_changed: 'The selection has changed. Please review it again.',
    supplies_changed: "This service's providers were changed in the meantime. Please check them again.",
    supplies_many: ({ max }) => `A service can have up to ${max} providers`,
    supply_elsewhere: ({ service_id: id, name }) => `It already belongs to service ${id}, ${name}`,
    supply_not_offered: ({ name }) => `${name} doesn't offer this service`,
    supply_type_differs: ({ type, service_type: own }) =>
      `Its type is ${type}, but this service's type is ${own}`,
    announcement_ended: 'Nothing left to send',
    not_fenced: 'This database was already resumed, or restored again. Reload the page.',
    answered_meanwhile: ({ name }) =>
      `${name} replied in the meantime. Read it, then send yours again if it still fits.`,
    assigned_meanwhile: ({ name }) =>
      name === null
        ? 'This ticket is no longer assigned'
        : `This ticket was assigned to ${name} in the meantime`,
    replies_many: ({ max }) => `You can have up to ${max} canned replies`,
    reference_entered: ({ deposit_id: id }) => `This reference was already entered as deposit ${id}`,
    deposit_moved: ({ status }) =>
      `This deposit has changed since you opened it: it is now ${status}. Check it and decide again.`,
    credited_already: 'This payment was already credited',
    not_credited: "This payment wasn't credited",
    reversed_meanwhile: 'The reversal has changed in the meantime. Reload and try again.',
    reversed_already: 'This is already recorded',
    refused_already: 'This payment was already rejected',
    transfer_sent: 'You have already told us about this transfer. Contact support to cancel it.',
    own_proposal: 'You proposed this credit. Another staff member must approve it.',
    proposed_already: 'A credit is already proposed. Approve or reject it first.',
    nothing_proposed: "There's no longer a proposed credit",
    proposal_changed: 'The proposed credit has changed since you opened it. Check it and decide again.',
    approver_missing: ({ limit }) =>
      `A credit above $${formatExact(limit)} needs a second person's approval, but no one else can approve it. Ask the owner to add a staff member with access to money.`,
    second_person_needed: ({ limit }) =>
      `One person can enter up to $${formatExact(limit)} for a customer within 24 hours. For more, ask the customer to open a payment by a manual method, and credit that one with a second person.`,
    decided_already: 'A decision on this payment was already made',
    balance_too_high: ({ max }) => `A balance can't exceed $${formatExact(max)}`,
    needs_key: 'Enter the API key before you turn the provider on',
    not_held: "This provider's charges aren't on hold",
    has_no_key: ({ name }) => `${name} has no API key yet. Please enter it first.`,
    key_unreadable: ({ name }) => `The stored API key of ${name} can't be read. Please enter it again.`,
    sandbox_address: 'The sandbox sets its own address',
    play_money:
      'This is a sandbox database, so nothing real can be connected to it. To go live, run npm run go-live.',
    provider_off: 'The provider is off',
    provider_in_use: 'Services or orders still use this provider. Turn it off instead.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `The balance at ${name} is in ${currency}, but the account says ${own}. Please correct its currency first.`,
    currency_changed: ({ name }) =>
      `The currency of ${name} was changed in the meantime. Please import again.`,
    prices_unconfirmed: ({ services }) =>
      `This recalculates ${services} prices. Preview them with dry_run, then confirm with their seal.`,
    prices_changed: 'The prices have changed. Please review them again.',
    import_running: "This import is still running. You can undo it once it's finished.",
    import_undone: 'This import was already undone',
    import_not_last: "You can only undo a provider's last import, within 30 days",
    backups_off: 'Automatic backups are off. Turn them on first.',
    backup_running: 'A backup is being made already',
    backup_not_there: "This backup's file doesn't exist, or not yet",
    section_changed: () => 'Someone else changed these settings in the meantime. Nothing was saved.',
  },
  payment_method_unavailable: 'This payment method is unavailable right now',
  provider_unknown:
    "This address doesn't belong to any of your providers. Add it as a provider with its API key, then import.",
  payload_too_large: 'The request is too large',
  attachment_too_large: 'Some files exceed the 2MB size limit',
  attachment_refused: {
    type: ({ name }) => `${name} isn't an allowed file type. Allowed: images, PDF, Word and Excel`,
    type_in_reply: ({ name }) => `${name} isn't an allowed file type. Allowed: images, PDF and Word`,
    no_picture: ({ name }) => `${name} isn't an allowed image type. Allowed: PNG, JPEG, WebP and GIF`,
    damaged: ({ name }) => `${name} is damaged or isn't the file type it claims to be`,
    pixels: ({ name }) => `${name} has too many pixels`,
    macros: ({ name }) => `${name} contains macros`,
  },
  unsupported_media_type: 'Unsupported content type',
  range_not_satisfiable: "The requested range doesn't exist",
  invalid_fields: () => 'Please check the highlighted fields',
  unknown_field: () => 'Please check the highlighted fields',
  url_refused: {
    no_address: "This isn't a web address",
    scheme: 'The address must begin with https:// or http://',
    credentials: 'The address must not contain a username or password',
    not_public: "This address isn't on the public internet",
  },
  rate_limited: 'Too many attempts. Please wait and try again.',
  internal_error: 'Server error',
  provider_failed: {
    unreachable: "Can't reach the provider right now",
    said: ({ error }) => `The provider responded: ${error}`,
    http_status: ({ http_status: status }) => `The provider responded with HTTP ${status}`,
    moved: ({ location }) => `The provider has moved to ${location}. Enter that address instead.`,
    not_understood: 'Invalid response from API',
    no_services: 'No services found from the API',
    refill_unclear: "The provider's response was unclear. The refill may have started; we'll check it.",
  },
  gateway_failed: "Can't reach the payment gateway right now. Please try again.",
  maintenance: ({ message }) => message ?? "We're doing maintenance. Please try again later.",
  fenced: 'The database was restored from a backup. Nothing can be changed until an owner resumes it.',
  unavailable: 'Part of the service is unavailable right now. Please try again.',
}
