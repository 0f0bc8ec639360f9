import { lookup } from 'node:dns/promises'

import type { Fault } from '#contract/base/faults.ts'
import {
  isAllowedAddress,
  type Network,
  toLiteralAddress,
} from '#server/lib/http/outbound/allowed-addresses.ts'
import { AddressRefused } from '#server/lib/http/outbound/guarded-connector.ts'

import { toMailFault } from './to-mail-fault.ts'

export type MailServer = {
  host: string
  port: number
  /** TLS from the first byte, after STARTTLS (never without it), or none. */
  security: 'tls' | 'starttls' | 'none'
  user: string | null
  password: string | undefined
  from: string
  /** Our name in EHLO. */
  name: string
  allowedNetworks: readonly Network[]
  /** Allows only addresses on the public internet and in the allowed networks. */
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
  /** Sent to many: tells autoresponders not to reply. */
  isBulk?: boolean
}

/** `refused`: permanently, because of the email. `failed`: may be retried. */
export type SendOutcome = { kind: 'sent' } | { kind: 'refused' | 'failed'; fault: Fault }

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Sends one email on its own connection. Never throws. */
export async function sendEmail(server: MailServer, email: EmailToSend): Promise<SendOutcome> {
  try {
    // Loaded with the first email: it is a twentieth of what a start loads.
    const { createTransport } = await import('nodemailer')
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
    const { unsubscribeUrl, isBulk = false, to, replyTo, ...sent } = email
    await transport.sendMail({
      ...sent,
      to: toMailbox(to),
      ...(replyTo !== undefined && { replyTo: toMailbox(replyTo) }),
      ...(unsubscribeUrl !== undefined && { headers: listHeaders(unsubscribeUrl, isBulk) }),
    })
    return { kind: 'sent' }
  } catch (error) {
    return { kind: isPermanent(error) ? 'refused' : 'failed', fault: toMailFault(error) }
  }
}

/** As an object: Nodemailer would parse the text `(1)a@example.com` as `a@example.com`, another person's mailbox. */
function toMailbox(address: string): { name: string; address: string } {
  return { name: '', address }
}

/** One-click unsubscribe (RFC 2369, RFC 8058), which large mail providers require. */
function listHeaders(url: string, isBulk: boolean): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    ...(isBulk && { Precedence: 'bulk' }),
  }
}

/** Resolves the name once, checks all its addresses and returns one of them, against DNS rebinding. */
async function findAddress({ host, allowedNetworks }: MailServer): Promise<string> {
  const literal = toLiteralAddress(host)
  const addresses =
    literal === undefined ? (await lookup(host, { all: true })).map(({ address }) => address) : [literal]
  const [first] = addresses
  if (first === undefined || !addresses.every((address) => isAllowedAddress(address, allowedNetworks)))
    throw new AddressRefused()
  return first
}

/** The recipient, sender or content is refused (5xx). A refused sign-in is not permanent: it is our configuration. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false
  return (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') && Number(error.responseCode) >= 500
}
