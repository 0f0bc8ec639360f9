import { texts } from '#web/platform/i18n/table.ts'

/** A database that was restored from a backup and not resumed yet. */
export const restoredText = texts({
  band: 'Restored database',
  restoredFrom: 'Restored from a backup of {time}.',
  untilOwner: 'Nothing is sent or changed until an owner resumes it.',
  untilYou: 'Nothing is sent or changed until you resume it.',
  review: 'Review and Resume',
  title: 'Restored Database',
  lead: 'Orders that were queued in the backup of {time} may have been sent since. Until you resume, nothing is sent, emailed or credited, and customers see maintenance.',
  does: 'What resuming does',
  loadFailed: "Couldn't load what resuming will do.",
  orders: 'Orders to review',
  ordersHint:
    'Queued, being sent or in review in the backup. Decide them together, with the evidence of each provider.',
  cancels: 'Orders with an open cancel request to review',
  refills: 'Orders with an open refill request to review',
  deposits: 'Open deposits read again',
  emails: 'Queued emails listed as failed',
  emailsHint: 'You can send each of them again under Failures.',
  announcements: 'Announcements paused',
  sessions: 'Sessions ended',
  links: 'One-time links ended',
  linksHint: 'Invitations, password resets and confirmations. API keys keep working.',
  users: 'Deleted users deleted again',
  usersUnknown:
    'The list of deletions is missing or cannot be read. If you still have it, copy deleted-users.jsonl from the lost data folder to this one.',
  ids: 'New orders, users and transactions get higher numbers, so that none is used twice.',
  unlisted:
    '{gateways}: this gateway has no list of payments. Look there for payments since the backup, and enter them by hand.',
  balances: 'Provider balances since the backup',
  difference: 'Difference: {difference} {currency}',
  unknown: 'unknown',
  resume: 'Resume Database',
  resumeTitle: 'Resume this database?',
  resumeText: 'Orders are sent again from now on, and customers can buy. This can’t be undone.',
  resumed: 'The database is resumed',
})
