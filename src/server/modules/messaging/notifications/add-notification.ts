export { addNotification, addNotifications, type NewNotification } from './notifications-queries.ts'
