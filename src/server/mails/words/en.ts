import type { LetterWords } from './letter-words.ts'

export const letters: LetterWords = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Please confirm your email address at ${brand}`,
    paragraphs: [
      'Hello,',
      'please confirm that this address is yours, by this link, which works for three days:',
      link,
      `If you have no account at ${brand} and asked for none, there is nothing to do: without a confirmation nothing changes.`,
    ],
  }),
  email_change_asked: ({ brand, email, link }) => ({
    subject: `A new email address was asked for at ${brand}`,
    paragraphs: [
      'Hello,',
      `somebody who knows the password of your account at ${brand} asked for its email address to become ${email}. Your account goes on with this address until the new one is confirmed.`,
      `If it was not you, change your password now: ${link}`,
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Hello,',
      `${brand} answered your ticket #${ticket}, "${subject}". Read the answer, and reply to it, here:`,
      link,
      'What is sent in reply to this letter is read by nobody.',
    ],
  }),
}
