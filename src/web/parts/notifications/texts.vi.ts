import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const notificationsText = translation<typeof en.notificationsText, 'vi'>()({
  title: 'Thông báo',
  openUnread: 'Thông báo, {count} chưa đọc',
  many: '99+',
  markAll: 'Đánh dấu tất cả đã đọc',
  none: 'Không có thông báo',
  loading: 'Đang tải thông báo',
  markRead: 'Đánh dấu đã đọc',
  seeAll: 'Xem tất cả thông báo',
})
