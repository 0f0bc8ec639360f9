import type { notifications as en } from '#web/messages/en/notifications.ts'
import { translation } from '#web/messages/table.ts'

export const notifications = translation<typeof en, 'vi'>()({
  title: 'Thông báo',
  openUnread: 'Thông báo, {count} chưa đọc',
  many: '9+',
  markAll: 'Đánh dấu tất cả đã đọc',
  none: 'Không có thông báo',
  loading: 'Đang tải thông báo',
  unread: 'Chưa đọc',
  markRead: 'Đánh dấu đã đọc',
})
