export { markTicketRead } from './notifications-queries.ts'
