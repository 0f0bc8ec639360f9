import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminContactText = translation<typeof en.adminContactText, 'vi'>()({
  title: 'Tin nhắn',
  lead: 'Qua biểu mẫu liên hệ, từ những người không phải khách hàng đang hoạt động. Tin của khách hàng trở thành yêu cầu hỗ trợ.',
  loadFailed: 'Không thể tải tin nhắn. Vui lòng thử lại.',
  filters: 'Hiển thị',
  open: 'Chưa trả lời',
  answered: 'Đã trả lời',
  noneOpen: 'Không có tin nhắn nào chờ trả lời.',
  noneFound: 'Không tìm thấy tin nhắn',
  showAll: 'Hiện tất cả tin nhắn',
  list: 'Tin nhắn, mới nhất trước',
  reply: 'Trả lời qua email',
  note: 'Đánh dấu đã trả lời',
  noted: 'Đã đánh dấu là đã trả lời',
  noteFailed: 'Không thể đánh dấu tin nhắn. Vui lòng thử lại.',
  answeredBy: '{name} đã trả lời',
})
