import * as z from 'zod/mini'

import { type Coded, nothing } from './codes.ts'

const withError = z.object({ error: z.string() })
const withStatus = z.object({ http_status: z.int() })
const withWord = z.object({ status: z.string() })
const withCode = z.object({ error_code: z.string() })

/**
 * Why a call to another system failed, with details. `error` is quoted from its answer; `error_code` is the code of our own
 * network library. The sentences are in `words/`.
 */
export const faults = {
  // No connection, or no complete answer
  /** Neither on the public internet nor in a network that the operator allowed. */
  address_refused: nothing,
  address_odd: nothing,
  name_unknown: nothing,
  name_not_looked_up: nothing,
  connection_refused: nothing,
  connection_reset: nothing,
  connection_closed: nothing,
  connection_failed: withCode,
  unreachable: nothing,
  not_connected: nothing,
  tls_failed: withCode,
  no_answer: nothing,
  stopped: nothing,
  answer_too_large: nothing,
  answer_packed: nothing,
  // Answers
  said: withError,
  /** An unknown error, the same for several customers within minutes. */
  said_to_many: z.object({ error: z.string(), customers: z.int() }),
  /** An error without a reason. */
  no_reason: nothing,
  said_with_status: z.object({ http_status: z.int(), error: z.string() }),
  http_status: withStatus,
  moved: z.object({ location: z.string() }),
  not_json: nothing,
  // Providers
  no_balance: nothing,
  no_services: nothing,
  no_order_id: nothing,
  order_id_with_error: z.object({ provider_order: z.string(), error: z.string() }),
  /** The id in the answer belongs to another of our orders. */
  order_id_held: z.object({ provider_order: z.string(), held_by: z.int() }),
  /** It accepted the order, but meanwhile the order had been resolved in another way. */
  accepted_too_late: z.object({ provider_order: z.string() }),
  /** Staff released an id that was assigned to the order by mistake. */
  order_id_released: z.object({ provider_order: z.string() }),
  no_refill_id: nothing,
  /** The answer does not mention this refill. */
  refill_left_out: nothing,
  refill_status: withWord,
  other_currency: z.object({ currency: z.string(), account_currency: z.string() }),
  sending_cut_short: nothing,
  /** The order was resolved in another way before it was sent. */
  decided_meanwhile: nothing,
  provider_takes_none: nothing,
  /** Its deadline for sending had passed. */
  sent_too_late: nothing,
  /** Not called, because of our configuration. */
  no_key: nothing,
  key_unreadable: nothing,
  many_waiting: nothing,
  // Payment gateways
  no_gateway_account: nothing,
  no_list: nothing,
  no_payment: nothing,
  /** The answer is about another payment. */
  other_payment: nothing,
  payment_not_found: nothing,
  payment_not_listed: z.object({ payments: z.int() }),
  list_too_long: nothing,
  earlier_try: nothing,
  /** Money moved for a payment that is not in this database. */
  deposit_unknown: withWord,
  keys_refused: nothing,
  keys_missing: nothing,
  key_of_other: z.object({ account: z.string() }),
  // Certificates
  certificate_expired: nothing,
  certificate_early: nothing,
  certificate_self_signed: nothing,
  certificate_untrusted: nothing,
  certificate_incomplete: nothing,
  certificate_other_name: nothing,
  // Mail servers
  sign_in_refused: withError,
  sender_refused: withError,
  receiver_refused: withError,
  email_refused: withError,
  no_mail_protocol: withError,
  // Jobs
  /** A bug in the product; the log has the error. */
  job_failed: nothing,
  /** It took too long. */
  job_timed_out: nothing,
  /** The process ended during every attempt. */
  job_killed: nothing,
  /** Queued when the archive was written from which the database was restored. */
  restored: nothing,
  // File storage
  /** The stored file was changed. */
  other_bytes: nothing,
  disk_full: nothing,
  disk_closed: nothing,
  folder_missing: nothing,
  disk_failed: withCode,
  // Backups
  /** Incomplete, modified, or not a backup. */
  backup_damaged: nothing,
  /** Encrypted with another passphrase than the one in the settings. */
  backup_passphrase: nothing,
  /** From another version or schema. */
  backup_unfit: nothing,
  backup_gone: nothing,
  /** Distributed tables are backed up by the cluster's own tools. */
  backup_of_cluster: nothing,
  /** Files are in a bucket, but the settings don't name one. */
  backup_no_storage: nothing,
  /** The backup plus 512 MB of reserve would not fit on this folder's disk. */
  backup_no_space: z.object({ folder: z.string(), needed_bytes: z.int(), free_bytes: z.int() }),
  /** The folder has none of the backups made there, such as a mount point without its disk. */
  backup_other_folder: nothing,
  /** Every stored file is missing. */
  backup_no_files: nothing,
  /** Made without some files that were missing from storage. */
  backup_lacks_files: z.object({ files: z.int() }),
  /** The PostgreSQL for checking backups is not installed. */
  no_embedded_postgres: nothing,
  // Translators
  no_translation: nothing,
} as const

export type Fault = Coded<typeof faults>
