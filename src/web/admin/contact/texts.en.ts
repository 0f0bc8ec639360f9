import { texts } from '#web/platform/i18n/table.ts'

/** What strangers wrote by the contact form. */
export const adminContactText = texts({
  title: 'Messages',
  lead: 'By the contact form, from whoever is no active customer. What customers write there is a ticket.',
  loadFailed: 'Could not load messages. Please try again.',
  filters: 'Show',
  open: 'Unanswered',
  answered: 'Answered',
  noneOpen: 'No message waits for an answer.',
  noneFound: 'No messages found',
  showAll: 'Show all messages',
  list: 'Messages, newest first',
  reply: 'Reply by email',
  note: 'Mark as answered',
  noted: 'Marked as answered',
  noteFailed: 'Could not mark the message as answered. Please try again.',
  answeredBy: 'Answered by {name}',
})
