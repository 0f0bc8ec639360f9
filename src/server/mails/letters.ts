import { createHash } from 'node:crypto'

import type { Settings } from '#contract/settings-sections.ts'
import type { Context } from '#server/context.ts'

import { makeConfirmationToken } from './confirmation-token.ts'

/** What a letter is about, as it is kept; its words are made when it is sent. */
export type Letter =
  | { letter: 'email_confirmation'; details: { confirmation: string } }
  | { letter: 'email_change_asked'; details: { email: string } }
  | { letter: 'ticket_reply'; details: { ticket_id: number; subject: string } }

export type WrittenLetter = { subject: string; text: string }

type Facts = Pick<Context, 'config' | 'secrets'> & {
  brand: Settings['brand']
  userId: number
  receiver: string
}

/** Plain text: what a letter says is in no need of colours, and nobody can hide anything in it. */
export function writeLetter({ letter, details }: Letter, facts: Facts): WrittenLetter {
  const brand = facts.brand.name
  if (letter === 'email_change_asked')
    return {
      subject: `A new email address was asked for at ${brand}`,
      text: paragraphs([
        'Hello,',
        `somebody who knows the password of your account at ${brand} asked for its email address to become ${details.email}. Your account goes on with this address until the new one is confirmed.`,
        `If it was not you, change your password now: ${facts.config.publicUrl}/login`,
      ]),
    }
  if (letter === 'ticket_reply')
    return {
      subject: `Re: ${details.subject} [#${details.ticket_id}]`,
      text: paragraphs([
        'Hello,',
        `${brand} answered your ticket #${details.ticket_id}, "${details.subject}". Read the answer, and reply to it, here:`,
        `${facts.config.publicUrl}/support/tickets/${details.ticket_id}`,
        'What is sent in reply to this letter is read by nobody.',
      ]),
    }
  const token = makeConfirmationToken(facts.secrets.signingKey, {
    userId: facts.userId,
    id: details.confirmation,
    email: facts.receiver,
  })
  return {
    subject: `Please confirm your email address at ${brand}`,
    text: paragraphs([
      'Hello,',
      `please confirm that this address is yours, by this link, which works for three days:`,
      `${facts.config.publicUrl}/confirm-email/${token}`,
      `If you have no account at ${brand} and asked for none, there is nothing to do: without a confirmation nothing changes.`,
    ]),
  }
}

/** The same for each try, so that a letter whose sending was not noted is seen to be the same one. */
export function messageIdOf(mail: { userId: number; event: string; receiver: string }, host: string): string {
  const own = createHash('sha256').update(JSON.stringify([mail.userId, mail.event, mail.receiver]))
  return `<${own.digest('hex').slice(0, 32)}@${host}>`
}

function paragraphs(all: readonly string[]): string {
  return `${all.join('\n\n')}\n`
}
