export { addAnnouncementNotifications } from './notifications-queries.ts'
