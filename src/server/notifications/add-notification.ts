export { addNotification, type NewNotification } from './notifications-queries.ts'
