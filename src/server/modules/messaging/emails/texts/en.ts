import type { FavouriteChange } from '#contract/catalogue/favourite-changes.ts'
import { formatIn } from '#contract/base/format.ts'
import type { GuardedSetting } from '#contract/messaging/notification-codes.ts'

import { type EmailTexts, listCounts, type OrderNotificationCode, toUtc } from './email-texts.ts'

const { money, number } = formatIn('en')

const labels: Readonly<Record<OrderNotificationCode, string>> = {
  order_completed: 'Completed',
  order_partial: 'Partly delivered, the rest refunded',
  order_canceled: 'Canceled and refunded',
  order_canceled_in_part: 'Canceled and partly refunded',
  order_refunded: 'Refunded',
  order_refunded_in_part: 'Partly refunded',
  order_failed: 'Failed',
}

export const emails: EmailTexts = {
  email_confirmation: ({ brand, link }) => ({
    subject: `Confirm your email address at ${brand}`,
    paragraphs: [
      'Hello,',
      'Confirm that this email address is yours. This link expires in 3 days:',
      { label: 'Confirm Your Email Address', link },
      `If you didn't sign up at ${brand}, ignore this email: nothing changes unless you confirm.`,
    ],
  }),
  email_change_asked: ({ brand, email, cancel, link }) => ({
    subject: `Email change requested at ${brand}`,
    paragraphs: [
      'Hello,',
      `Someone who knows the password of your account at ${brand} requested to change its email to ${email}. Your account keeps its current address until the new one is confirmed.`,
      "If this wasn't you, cancel the change, then set a new password: someone knows your current one.",
      { label: 'Cancel Email Change', link: cancel },
      { label: 'Set a New Password', link },
    ],
  }),
  ticket_reply: ({ brand, ticket, subject, link }) => ({
    subject: `Re: ${subject} [#${ticket}]`,
    paragraphs: [
      'Hello,',
      `${brand} replied to your ticket #${ticket}, “${subject}”. Read the reply and answer here:`,
      { label: 'View Reply', link },
      "Please don't reply to this email: replies aren't read.",
    ],
  }),
  payment_received: ({ brand, amount, bonus, link, unsubscribe }) => ({
    subject: `Payment received at ${brand}`,
    paragraphs: [
      'Hello,',
      `We've received your payment of ${money(amount)} and added it to your balance.`,
      bonus > 0n ? `You also got a bonus of ${money(bonus)}.` : undefined,
      { label: 'View Transactions', link },
    ].filter((paragraph) => paragraph !== undefined),
    closing: [
      "You're getting this email because order and payment updates are turned on.",
      { label: 'Unsubscribe', link: unsubscribe },
    ],
  }),
  transfer_refused: ({ brand, amount, reason, link, unsubscribe }) => ({
    subject: `Your payment at ${brand} wasn't credited`,
    paragraphs: [
      'Hello,',
      `Your payment of ${money(amount)} wasn't credited. The reason:`,
      reason,
      'If you think this is a mistake, contact support with your receipt.',
      { label: 'View Payment', link },
    ],
    closing: [
      "You're getting this email because order and payment updates are turned on.",
      { label: 'Unsubscribe', link: unsubscribe },
    ],
  }),
  order_updates: ({ brand, counts, link, settings, unsubscribe }) => ({
    subject: `Your orders at ${brand}`,
    paragraphs: [
      'Hello,',
      "Here's what happened to your orders in the last few minutes:",
      listCounts(labels, counts, number),
      { label: 'View Orders', link },
    ],
    closing: [
      "You're getting this email because order and payment updates are turned on.",
      { label: 'Unsubscribe', link: unsubscribe },
      { label: 'Notification Settings', link: settings },
    ],
  }),
  favourite_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Your favourite services at ${brand} have changed`,
    paragraphs: [
      'Hello,',
      'Some of your favourite services have changed. These are the prices you pay:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`And ${number(more)} more.`]),
      { label: 'View Favourites', link },
    ],
    closing: [
      'You get this email at most once a day because updates about your favourites are turned on.',
      { label: 'Unsubscribe', link: unsubscribe },
      { label: 'Notification Settings', link: settings },
    ],
  }),
  api_service_changes: ({ brand, changes, more, link, settings, unsubscribe }) => ({
    subject: `Services you order by API have changed at ${brand}`,
    paragraphs: [
      'Hello,',
      'Services that you ordered by API in the last 30 days have changed. These are the prices you pay:',
      changes.map(sayChange).join('\n'),
      ...(more === 0 ? [] : [`And ${number(more)} more.`]),
      { label: 'View Services', link },
    ],
    closing: [
      'You get this email at most once an hour because service change notifications are turned on.',
      { label: 'Unsubscribe', link: unsubscribe },
      { label: 'Notification Settings', link: settings },
    ],
  }),
  balance_low: ({ brand, below, balance, link, settings, unsubscribe }) => ({
    subject: `Your balance at ${brand} fell below ${money(below)}`,
    paragraphs: [
      'Hello,',
      `Your balance fell below ${money(below)}, the amount you set. It's now ${money(balance, 2)}.`,
      'Orders that exceed your balance are rejected, including those by API.',
      { label: 'Add Funds', link },
    ],
    closing: [
      'You get this email each time your balance falls below that amount.',
      { label: 'Unsubscribe', link: unsubscribe },
      { label: 'Notification Settings', link: settings },
    ],
  }),
  password_changed: ({ brand, areKeysEnded, link, settings }) => ({
    subject: `Your password at ${brand} was changed`,
    paragraphs: [
      'Hello,',
      `The password of your account at ${brand} was just changed, and every other session was signed out.`,
      areKeysEnded
        ? 'Your API keys were revoked. Create a new key for each app that used one.'
        : "API keys keep working. Check them, and revoke any you don't recognize.",
      { label: 'View API Keys', link: settings },
      "If this wasn't you, contact us immediately.",
      { label: 'Contact Us', link },
    ],
  }),
  api_key_made: ({ brand, prefix, link }) => ({
    subject: `New API key at ${brand}`,
    paragraphs: [
      'Hello,',
      `A new API key was created for your account at ${brand}. It starts with ${prefix}.`,
      "If this wasn't you, revoke the key and change your password now.",
      { label: 'View API Keys', link },
    ],
  }),
  announcement: ({ brand, title, text, unsubscribe }) => ({
    subject: title,
    paragraphs: [text],
    closing:
      unsubscribe === undefined
        ? [
            `You're getting this email because you have an account at ${brand}. It's about the service itself.`,
          ]
        : [
            `You subscribed to emails like this one at ${brand}.`,
            { label: 'Unsubscribe', link: unsubscribe },
          ],
  }),
  invitation: ({ brand, link }) => ({
    subject: `You're invited to ${brand}`,
    paragraphs: [
      'Hello,',
      `An account at ${brand} was created for you. Set your password with this link. It works once and expires in 7 days:`,
      { label: 'Set Your Password', link },
      `If you don't know ${brand}, ignore this email: no one can use the account without a password.`,
    ],
  }),
  contact_message: ({ brand, name, email, subject, text, ticket, link }) => ({
    subject: `Contact form: ${subject}`,
    paragraphs: [
      `${name} (${email}) wrote through the contact form of ${brand}:`,
      text,
      ticket === null
        ? "The sender isn't an active customer. Reply to this email, then mark the message as answered here."
        : `It was added to their account as ticket #${ticket}. Answer it here.`,
      { label: ticket === null ? 'View Messages' : 'View Ticket', link },
    ],
  }),
  staff_alert: ({ brand, message, link }) => ({
    subject: `${brand}: ${message}`,
    paragraphs: ['Hello,', `${message}.`, { label: 'View Details', link }],
    closing: [
      `You get this email because you're on ${brand}'s staff and can act on it. You get one email per change.`,
    ],
  }),
  password_reset: ({ brand, link }) => ({
    subject: `Set a new password at ${brand}`,
    paragraphs: [
      'Hello,',
      `Someone requested a new password for your account at ${brand}. Set one with this link. It works once and expires in an hour:`,
      { label: 'Set a New Password', link },
      "Setting a new password signs you out everywhere. If you didn't request this, ignore this email: nothing changes without the link. We'll never ask you for it.",
    ],
  }),
  new_sign_in: ({ brand, device, address, at, link }) => ({
    subject: `New sign-in at ${brand}`,
    paragraphs: [
      'Hello,',
      `Someone signed in to your account at ${brand} using its password, from a place you haven't used in recent months:`,
      `Device: ${device ?? 'unknown'}\nAddress: ${address}\nTime: ${toUtc(at)}`,
      "If this was you, you don't need to do anything. If not, set a new password now: it signs out every session.",
      { label: 'Set a New Password', link },
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
      `Two-factor authentication was just turned on for your account at ${brand}: signing in now requires a code from your authenticator app, and every other session was signed out.`,
      "Store your recovery codes somewhere you can reach without your phone. If this wasn't you, contact us immediately.",
      { label: 'Contact Us', link },
    ],
  }),
  two_factor_off: ({ brand, link }) => ({
    subject: `Two-factor authentication is off at ${brand}`,
    paragraphs: [
      'Hello,',
      `Two-factor authentication was just turned off for your account at ${brand}, using its password and a code. Signing in now only requires the password.`,
      "If this wasn't you, set a new password now: it signs out every session.",
      { label: 'Set a New Password', link },
    ],
  }),
  recovery_code_used: ({ brand, left, link }) => ({
    subject: `A recovery code was used at ${brand}`,
    paragraphs: [
      'Hello,',
      `A recovery code for your account at ${brand} was just used instead of a code from your app. ${left === 0 ? 'None is' : left === 1 ? 'One is' : `${left} are`} left.`,
      'If this was you, create new codes before they run out. If not, set a new password now: it signs out every session.',
      { label: 'Set a New Password', link },
    ],
  }),
  recovery_codes_made: ({ brand, link }) => ({
    subject: `New recovery codes at ${brand}`,
    paragraphs: [
      'Hello,',
      `New recovery codes were just created for your account at ${brand}. The old ones no longer work.`,
      "If this wasn't you, set a new password now: it signs out every session.",
      { label: 'Set a New Password', link },
    ],
  }),
  two_factor_reset: ({ brand, link }) => ({
    subject: `Two-factor authentication was turned off at ${brand}`,
    paragraphs: [
      'Hello,',
      `Our staff turned off two-factor authentication for your account at ${brand}, and every session was signed out. Signing in now only requires your password, so please set it up again.`,
      "If you didn't request this, contact us immediately.",
      { label: 'Contact Us', link },
    ],
  }),
}

const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'mail server',
  gateways: 'payment gateways',
  bonuses: 'deposit bonuses',
  visitor_tags: 'analytics and chat',
  backups: 'backups',
  payment_methods: 'payment methods',
}

/** One line of a change: its subject and the new value. */
function sayChange(change: FavouriteChange): string {
  const name = `${change.id} ${change.name}`
  if (change.kind === 'off') return `${name}: currently unavailable`
  if (change.kind === 'back') return `${name}: available again at ${money(change.rate)}`
  if (change.kind === 'limits') return `${name}: now from ${number(change.min)} to ${number(change.max)}`
  return `${name}: ${money(change.before)} → ${money(change.rate)}`
}
