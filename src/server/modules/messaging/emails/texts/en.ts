import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { formatIn } from '#contract/base/format.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'

import { type EmailTexts, listCounts, type OrderNotificationCode, toUtc } from './email-texts.ts'

const { money, number } = formatIn('en')

const labels: Readonly<Record<OrderNotificationCode, string>> = {
  order_completed: 'Completed',
  order_partial: 'Delivered in part, the rest was returned',
  order_canceled: 'Canceled, and returned',
  order_canceled_in_part: 'Canceled, and returned in part',
  order_refunded: 'Returned',
  order_refunded_in_part: 'Returned in part',
  order_failed: 'Failed',
}

export const emails: EmailTexts = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Please confirm your email address at ${brand}`,
    paragraphs: [
      'Hello,',
      'Please confirm with this link that this address is yours. It works for three days:',
      { label: 'Confirm this address', link },
      `If you have no account at ${brand} and did not ask for one, there is nothing to do: nothing changes unless you confirm.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `A new email address was asked for at ${brand}`,
    paragraphs: [
      'Hello,',
      `Someone who knows the password of your account at ${brand} asked to change its email address to ${email}. Your account keeps this address until the new one is confirmed.`,
      "If this wasn't you, cancel the change, then set a new password: someone knows your current one.",
      { label: 'Cancel Email Change', link: cancel },
      { label: 'Set a New Password', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Hello,',
      `${brand} answered your ticket #${ticket}, "${subject}". Read the answer, and reply to it, here:`,
      { label: 'Read the answer', link },
      'Replies to this letter are not read.',
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Payment received at ${brand}`,
    paragraphs: [
      'Hello,',
      `Your payment of ${money(amount)} has arrived and is in your balance.`,
      bonus > 0n ? `A bonus of ${money(bonus)} came with it.` : undefined,
      { label: 'Your transactions', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      'You get this letter because news of orders and payments is turned on.',
      { label: 'Turn these letters off', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Your payment at ${brand} was not credited`,
    paragraphs: [
      'Hello,',
      `Your payment of ${money(amount)} was not credited. This is why:`,
      reason,
      'If you think this is a mistake, contact support with your receipt.',
      { label: 'View Payment', link },
    ],
    closing: [
      'You get this letter because news of orders and payments is turned on.',
      { label: 'Turn these letters off', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `News of your orders at ${brand}`,
    paragraphs: [
      'Hello,',
      'Here is what happened to your orders in the last few minutes:',
      listCounts(labels, counts, number),
      { label: 'Your orders', link },
    ],
    closing: [
      'You get this letter because news of orders and payments is turned on.',
      { label: 'Turn these letters off', link: unsubscribe },
      { label: 'Your settings', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Your favourite services at ${brand} changed`,
    paragraphs: [
      'Hello,',
      'Some of your favourite services have changed. The prices are what you pay:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`And ${number(more)} more.`]),
      { label: 'Your favourites', link },
    ],
    closing: [
      'You get this letter, at most once a day, because news of your favourites is turned on.',
      { label: 'Turn these letters off', link: unsubscribe },
      { label: 'Your settings', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Services that you order by API changed at ${brand}`,
    paragraphs: [
      'Hello,',
      'These services, which you ordered by API in the last 30 days, have changed. The prices are what you pay:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`And ${number(more)} more.`]),
      { label: 'All services', link },
    ],
    closing: [
      'You get this email, at most once an hour, because notifications about changes of services are turned on.',
      { label: 'Turn these emails off', link: unsubscribe },
      { label: 'Your settings', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Your balance at ${brand} fell below ${money(below)}`,
    paragraphs: [
      'Hello,',
      `Your balance fell below ${money(below)}, the amount that you set. It is now ${money(balance, 2)}.`,
      'Orders that your balance does not cover are refused, by API too.',
      { label: 'Add funds', link },
    ],
    closing: [
      'You get this email each time your balance falls below that amount.',
      { label: 'Turn these emails off', link: unsubscribe },
      { label: 'Your settings', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Your password at ${brand} was changed`,
    paragraphs: [
      'Hello,',
      `The password of your account at ${brand} was just changed, and every other session was signed out.`,
      areKeysEnded
        ? 'Your API keys were revoked. Create a new key for each app that used one.'
        : 'API keys keep working. Look through them, and revoke any that you do not recognise.',
      { label: 'Your API keys', link: settings },
      'If it was not you, write to us at once.',
      { label: 'Write to us', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `A new API key at ${brand}`,
    paragraphs: [
      'Hello,',
      `A new API key was made for your account at ${brand}. It begins with ${prefix}.`,
      'If it was not you, revoke it now and change your password.',
      { label: 'Look through your keys', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [`You get this letter because you have an account at ${brand}, and it is about the service itself.`]
        : [
            `You asked for letters like this one at ${brand}.`,
            { label: 'Turn these letters off', link: unsubscribe },
          ],
  }),
  invitation: ({ brand, link }) => ({
    subject: `You are invited to ${brand}`,
    paragraphs: [
      'Hello,',
      `An account at ${brand} was made for this address. Set your password with this link, which works once, within seven days:`,
      { label: 'Set your password', link },
      `If you do not know ${brand}, there is nothing to do: without a password nobody can use the account.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Contact form: ${subject}`,
    paragraphs: [
      `${name} (${email}) wrote through the contact form of ${brand}:`,
      text,
      ticket === null
        ? 'It is not from an active customer. Reply to this letter, and mark it as answered here.'
        : `It became ticket #${ticket} of their account. Answer it here.`,
      { label: ticket === null ? 'Open the messages' : 'Open the ticket', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}: ${message}`,
    paragraphs: ['Hello,', `${message}.`, { label: 'View Details', link }],
    closing: [
      `You get this email because you are staff at ${brand} and may act on it. You get one per change.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Set a new password at ${brand}`,
    paragraphs: [
      'Hello,',
      `Somebody asked for a new password for your account at ${brand}. Choose one with this link, which works once, within an hour:`,
      { label: 'Set a new password', link },
      'Every session is signed out then. If it was not you, there is nothing to do: without the link nothing changes, and nobody here will ever ask you for it.',
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `A new sign-in at ${brand}`,
    paragraphs: [
      'Hello,',
      `Somebody signed in to your account at ${brand} with its password, from where it has not been used in recent months:`,
      `Device: ${device ?? 'unknown'}\nAddress: ${address}\nTime: ${toUtc(at)}`,
      'If it was you, there is nothing to do. If not, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  setting_changed: ({ brand, sections, staffId, link }) => ({
    subject: `Settings changed at ${brand}: ${sections.map((section) => settings[section]).join(', ')}`,
    paragraphs: [
      'Hello,',
      `Staff member #${staffId} changed these settings at ${brand}:`,
      sections.map((section) => settings[section]).join('\n'),
      "You get this email because you own the site. If you didn't expect the change, undo it and remove their access. The audit log shows what was changed.",
      { label: 'Open Audit Log', link },
    ],
  }),
  two_factor_on: ({ brand, link }) => ({
    subject: `Two-factor authentication is on at ${brand}`,
    paragraphs: [
      'Hello,',
      `Two-factor authentication was just turned on for your account at ${brand}: from now on signing in asks for a code from your authenticator app, and every other session was signed out.`,
      'Keep your recovery codes where you find them without your phone. If it was not you, write to us at once.',
      { label: 'Write to us', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Two-factor authentication is off at ${brand}`,
    paragraphs: [
      'Hello,',
      `Two-factor authentication was just turned off for your account at ${brand}, with its password and a code. The password alone signs in now.`,
      'If it was not you, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `A recovery code was used at ${brand}`,
    paragraphs: [
      'Hello,',
      `One of the recovery codes of your account at ${brand} was just used in place of a code from your app. ${left === 0 ? 'None is' : left === 1 ? 'One is' : `${left} are`} left.`,
      'If it was you, make new codes before they run out. If not, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `New recovery codes at ${brand}`,
    paragraphs: [
      'Hello,',
      `New recovery codes were just made for your account at ${brand}. The old ones no longer work.`,
      'If it was not you, set a new password now: every session ends with it.',
      { label: 'Set a new password', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Your two-factor authentication at ${brand} was turned off by us`,
    paragraphs: [
      'Hello,',
      `Our staff turned off the two-factor authentication of your account at ${brand}, and every session was signed out. The password alone signs in now: please set up two-factor authentication again.`,
      'If you did not ask for it, write to us at once.',
      { label: 'Write to us', link },
    ],
  }),
}

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'mail server',
  gateways: 'payment gateways',
  bonuses: 'deposit bonuses',
  visitor_tags: 'analytics and chat',
  payment_methods: 'payment methods',
}

/** One line of a change: its subject and the new value. */
function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: not for sale at the moment`
  if (change.kind === 'back') return `${name}: for sale again, at ${money(change.rate)}`
  if (change.kind === 'limits') return `${name}: now from ${number(change.min)} to ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
