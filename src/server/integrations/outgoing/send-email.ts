import { lookup } from 'node:dns/promises'

import { createTransport } from 'nodemailer'

import type { Fault } from '#contract/base/faults.ts'
import { AddressRefused } from '#server/lib/http/outbound/guarded-connector.ts'
import {
  isAllowedAddress,
  type Network,
  toLiteralAddress,
} from '#server/lib/http/outbound/allowed-addresses.ts'

import { toMailFault } from './to-mail-fault.ts'

/** Where letters are handed over. */
export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte, after STARTTLS (never without it), or none. */
  security: 'tls' | 'starttls' | 'none'
  user: string | null
  password: string | undefined
  from: string
  /** What we call ourselves. */
  name: string
  allowedNetworks: readonly Network[]
  /** Only addresses on the open internet and in the allowed networks are called. */
  isGuarded: boolean
}

export type EmailToSend = {
  to: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  replyTo?: string
  unsubscribeUrl?: string
  /** To many at once: nobody's program answers it by itself. */
  isBulk?: boolean
}

/** `refused`: by the server and for good, for what the letter is. `failed`: it may be sent later. */
export type SendOutcome = { kind: 'sent' } | { kind: 'refused' | 'failed'; fault: Fault }

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Hands one letter over, on a connection of its own. Never throws. */
export async function sendEmail(server: MailServer, letter: EmailToSend): Promise<SendOutcome> {
  try {
    const transport = createTransport({
      host: server.isGuarded ? await findAddress(server) : server.host,
      port: server.port,
      name: server.name,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      tls: { servername: server.host },
      ...(server.user !== null && { auth: { user: server.user, pass: server.password ?? '' } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { unsubscribeUrl, isBulk = false, to, replyTo, ...sent } = letter
    await transport.sendMail({
      ...sent,
      to: toMailbox(to),
      ...(replyTo !== undefined && { replyTo: toMailbox(replyTo) }),
      ...(unsubscribeUrl !== undefined && { headers: listHeaders(unsubscribeUrl, isBulk) }),
    })
    return { kind: 'sent' }
  } catch (error) {
    return { kind: isForGood(error) ? 'refused' : 'failed', fault: toMailFault(error) }
  }
}

/** Never as a text: of `(1)a@example.com`, which anybody may call theirs, that would be `a@example.com`. */
function toMailbox(address: string): { name: string; address: string } {
  return { name: '', address }
}

/** What large mailboxes ask of whoever writes to many (RFC 2369, RFC 8058): one click, and no more of these. */
function listHeaders(url: string, isBulk: boolean): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...(isBulk && { Precedence: 'bulk' }),
  }
}

/** The name is resolved once, each of its addresses is checked, and the connection goes to one of those. */
async function findAddress({ host, allowedNetworks }: MailServer): Promise<string> {
  const literal = toLiteralAddress(host)
  const addresses =
    literal === undefined ? (await lookup(host, { all: true })).map(({ address }) => address) : [literal]
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowedAddress(address, allowedNetworks)))
    throw new AddressRefused()
  return first
}

/** The receiver, the sender or the letter itself is not taken (5xx); a refused sign-in is ours to mend. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
