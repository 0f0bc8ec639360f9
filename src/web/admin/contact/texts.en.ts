import { texts } from '#web/platform/i18n/table.ts'

/** What strangers wrote by the contact form. */
export const adminContactText = texts({
  title: 'Messages',
  lead: 'Messages from the contact form. If the sender has an account, their message becomes a ticket instead.',
  loadFailed: "Couldn't load the messages. Please try again.",
  filters: 'Show',
  open: 'Unanswered',
  answered: 'Answered',
  noneOpen: 'No unanswered messages',
  noneFound: 'No messages found',
  showAll: 'Show All Messages',
  list: 'Messages, newest first',
  reply: 'Reply by Email',
  note: 'Mark as Answered',
  noted: 'Marked as answered',
  noteFailed: "Couldn't mark the message as answered. Please try again.",
  answeredBy: 'Answered by {name}',
})
