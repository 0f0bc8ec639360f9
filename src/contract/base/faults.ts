import * as z from 'zod/mini'

import { carried, type Coded, nothing } from './codes.ts'

const withError = z.object({ error: z.string() })
const withStatus = z.object({ http_status: z.int() })
const withCode = z.object({ error_code: z.string() })

/**
 * Why another system did not do what it was asked, and what each reason carries. `error` is what it said in words of its
 * own, which are quoted; `error_code` names what the machine's own library calls it. Said in `words/`.
 */
export const faults = {
  // Nothing was asked, or no whole answer came.
  /** It is not on the open internet, and in no network that the operator allowed. */
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
  // It answered.
  said: withError,
  /** The same to so many customers within some minutes, in words that nobody knows. */
  said_to_many: z.object({ error: z.string(), customers: z.int() }),
  said_with_status: z.object({ http_status: z.int(), error: z.string() }),
  http_status: withStatus,
  moved: z.object({ location: z.string() }),
  not_json: nothing,
  // Of a provider
  no_balance: nothing,
  no_services: nothing,
  no_order_id: nothing,
  order_id_with_error: z.object({ provider_order: z.string(), error: z.string() }),
  other_currency: z.object({ currency: z.string(), account_currency: z.string() }),
  sending_cut_short: nothing,
  /** Ours to mend: it was not asked. */
  no_key: nothing,
  key_unreadable: nothing,
  many_waiting: nothing,
  // Of a mail server
  sign_in_refused: withError,
  sender_refused: withError,
  receiver_refused: withError,
  letter_refused: withError,
  /** By a defect of ours: the log has it. */
  email_not_written: nothing,
  no_mail_protocol: withError,
  // Of where files are kept
  /** What was read is not what was kept. */
  other_bytes: nothing,
  disk_full: nothing,
  disk_closed: nothing,
  disk_failed: withCode,
  // Of a translator
  no_translation: nothing,
  /** What a version before these codes wrote in words of its own. */
  note: z.object({ text: z.string() }),
} as const

export type Fault = Coded<typeof faults>

/** As it is sent. */
export const sentFault = z.object({ code: z.string(), details: carried })
export type SentFault = z.output<typeof sentFault>
