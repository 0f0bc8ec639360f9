import { texts } from '#web/messages/table.ts'

/** The desk where staff answer tickets; what is said alike to customers stands in support.ts. */
export const adminTickets = texts({
  title: 'Tickets',
  loading: 'Loading tickets',
  loadFailed: 'Could not load tickets. Please try again.',
  filters: 'Show',
  waiting: 'Waiting for us',
  all: 'All',
  open: 'Open',
  closed: 'Closed',
  noneWait: 'No ticket waits for an answer.',
  noneFound: 'No tickets found',
  showAll: 'Show all tickets',
  id: 'ID',
  user: 'Customer',
  view: 'Open ticket {id}: {subject}',
  ticket: 'Ticket {id}',
  notFound: 'There is no such ticket.',
  isClosed: 'This ticket is closed. The customer can open a new one.',
})
