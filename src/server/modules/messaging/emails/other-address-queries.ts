import { sql } from 'kysely'

/**
 * Of a row of `mails` beside its `users`: it was written to an address that is not the account's any more, and may be a
 * stranger's. One to be confirmed was the account's only if it is; the warning that another was asked for is for the one of
 * before; what the contact form took goes to the operator's own, too.
 */
export const isForOtherAddress = sql<boolean>`(
  mails.receiver <> users.email and mails.letter not in ('email_confirmation', 'email_change_asked')
  and not (mails.letter = 'contact_message' and mails.receiver is not distinct from (
    select value ->> 'email' from settings where section = 'contact')))`
