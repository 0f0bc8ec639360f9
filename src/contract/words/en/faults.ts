import type { SentFault } from '#contract/base/codes.ts'
import { formatIn } from '#contract/base/format.ts'
import { quoteFault } from '#contract/words/fault-sentence.ts'
import type { FaultWords } from '#contract/words/words.ts'

const { bytes } = formatIn('en')

/** Used after a colon, so they begin with a lower-case letter. */
export const faults: FaultWords = {
  address_refused:
    "the address isn't on the public internet; allow private networks in ALLOW_PRIVATE_ADDRESSES",
  address_odd: 'the address is invalid',
  name_unknown: 'the server name is unknown',
  name_not_looked_up: "the server name can't be looked up right now",
  connection_refused: 'the server refuses connections',
  connection_reset: 'the connection was reset',
  connection_closed: 'the connection was closed',
  connection_failed: ({ error_code: code }) =>
    code === '' ? 'the connection failed' : `the connection failed (${code})`,
  unreachable: "the server can't be reached",
  not_connected: "the server doesn't respond",
  tls_failed: ({ error_code: code }) =>
    code === '' ? "couldn't make a secure connection" : `couldn't make a secure connection (${code})`,
  no_answer: 'no response in time',
  stopped: 'it was stopped',
  answer_too_large: 'the response is too large',
  answer_packed: "the response can't be decompressed",
  said: ({ error }) => `it responded: ${error}`,
  said_to_many: ({ error, customers }) =>
    `it rejected orders of ${customers} customers with the same unrecognized message: ${error}`,
  no_reason: 'it gave no reason',
  said_with_status: ({ http_status: status, error }) => `HTTP ${status}: ${error}`,
  http_status: ({ http_status: status }) => `it responded with HTTP ${status}`,
  moved: ({ location }) => `it has moved to ${location}: enter that address instead`,
  not_json: "the response isn't JSON",
  no_balance: 'the response has no balance',
  no_services: 'it offers no services',
  no_order_id: 'the response has no order ID',
  order_id_with_error: ({ provider_order: id, error }) =>
    `it returned the ID ${id} together with an error: ${error}`,
  order_id_held: ({ provider_order: id, held_by: holder }) =>
    `it returned its order ${id}, which belongs to order ${holder}`,
  accepted_too_late: ({ provider_order: id }) =>
    `it accepted it as ${id} after the order had been decided differently`,
  order_id_released: ({ provider_order: id }) => `its ID ${id} was released`,
  no_refill_id: 'the response has no refill ID',
  refill_left_out: "the response didn't include the refill",
  refill_status: ({ status }) => `it reports: ${status}`,
  other_currency: ({ currency, account_currency: own }) =>
    `its balance is in ${currency}, but the account is set to ${own}`,
  sending_cut_short: 'sending was interrupted',
  decided_meanwhile: 'the order was decided differently before it was sent',
  provider_takes_none: "the provider isn't taking orders now",
  sent_too_late: 'the time to send it had passed',
  no_key: 'it has no key yet',
  key_unreadable: "its key can't be read: please enter it again",
  many_waiting: 'too many calls to it are waiting',
  no_gateway_account: "the gateway isn't set up",
  no_list: 'the response has no list of payments',
  no_payment: 'the response has no payment',
  other_payment: 'the response is about another payment',
  payment_not_found: "it doesn't know the payment",
  payment_not_listed: ({ payments }) => `the payment isn't among the latest ${payments}`,
  list_too_long: 'the list is too long to be read',
  earlier_try: 'an earlier try may still succeed',
  deposit_unknown: ({ status }) => `it reports ${status}, but the deposit isn't in this database`,
  keys_refused: 'it rejected the API keys',
  keys_missing: 'without API keys, payments are known from webhooks only',
  key_of_other: ({ account }) => `the key belongs to ${account}`,
  certificate_expired: 'the certificate has expired',
  certificate_early: "the certificate isn't valid yet",
  certificate_self_signed: 'the certificate is self-signed',
  certificate_untrusted: 'the certificate is signed by an unknown authority',
  certificate_incomplete: "the server doesn't send the intermediate certificates",
  certificate_other_name: 'the certificate is for another name',
  sign_in_refused: ({ error }) => `it rejected the username or password: ${error}`,
  sender_refused: ({ error }) => `it doesn't accept this sender address: ${error}`,
  receiver_refused: ({ error }) => `it doesn't accept this recipient: ${error}`,
  email_refused: ({ error }) => `it rejected the email: ${error}`,
  no_mail_protocol: ({ error }) => `its response wasn't understood: ${error}`,
  job_failed: 'the job failed; the server log has the details',
  job_timed_out: 'the job took too long',
  job_killed: 'the server stopped during each try',
  restored: 'queued before the database was restored from a backup, so it may have been sent since',
  other_bytes: 'the file read back differs from the one stored',
  disk_full: 'the disk is full',
  disk_closed: "the folder isn't writable",
  folder_missing: "the folder doesn't exist",
  disk_failed: ({ error_code: code }) => (code === '' ? 'the disk failed' : `the disk failed (${code})`),
  backup_damaged: 'the backup is incomplete or was altered',
  backup_passphrase: 'the backup is sealed with another passphrase',
  backup_unfit: 'the backup was made by another version, or its database was changed by hand',
  backup_gone: "the backup's file is gone",
  backup_of_cluster: "a distributed database can't be backed up this way",
  backup_no_storage: 'stored files are in a bucket, and Settings → Storage names none',
  backup_no_space: ({ folder, needed_bytes: needed, free_bytes: free }) =>
    `not enough space in ${folder}: ${bytes(needed)} needed, ${bytes(free)} free`,
  backup_other_folder:
    'this folder has none of the backups made here before: is its disk mounted? To begin again in it, create the file tally-and-reach-backups.txt there',
  backup_no_files: 'none of the stored files was found',
  backup_lacks_files: ({ files }) => `without files that were missing in their store: ${files}`,
  no_embedded_postgres: "the PostgreSQL needed for checks isn't installed",
  no_translation: "the response isn't a translation",
}

export const quote = (fault: SentFault): string => quoteFault(faults, fault)
