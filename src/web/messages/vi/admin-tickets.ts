import type { adminTickets as en } from '#web/messages/en/admin-tickets.ts'
import { translation } from '#web/messages/table.ts'

export const adminTickets = translation<typeof en, 'vi'>()({
  title: 'Yêu cầu hỗ trợ',
  loading: 'Đang tải các yêu cầu',
  loadFailed: 'Không tải được các yêu cầu. Vui lòng thử lại.',
  filters: 'Hiển thị',
  waiting: 'Chờ chúng ta trả lời',
  all: 'Tất cả',
  open: 'Đang mở',
  closed: 'Đã đóng',
  noneWait: 'Không có yêu cầu nào chờ trả lời.',
  noneFound: 'Không tìm thấy yêu cầu nào',
  showAll: 'Hiện mọi yêu cầu',
  id: 'ID',
  user: 'Khách hàng',
  view: 'Mở yêu cầu {id}: {subject}',
  ticket: 'Yêu cầu {id}',
  notFound: 'Không có yêu cầu này.',
  isClosed: 'Yêu cầu này đã đóng. Khách hàng có thể mở yêu cầu mới.',
})
