import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminContactText = translation<typeof en.adminContactText, 'vi'>()({
  title: 'Tin nhắn',
  lead: 'Tin nhắn từ biểu mẫu liên hệ. Nếu người gửi có tài khoản, tin nhắn sẽ thành yêu cầu hỗ trợ.',
  loadFailed: 'Không tải được tin nhắn. Vui lòng thử lại.',
  filters: 'Hiển thị',
  open: 'Chưa trả lời',
  answered: 'Đã trả lời',
  noneOpen: 'Không có tin nhắn chưa trả lời',
  noneFound: 'Không tìm thấy tin nhắn',
  showAll: 'Xem tất cả tin nhắn',
  list: 'Tin nhắn, mới nhất trước',
  reply: 'Trả lời qua email',
  note: 'Đánh dấu đã trả lời',
  noted: 'Đã đánh dấu là đã trả lời',
  noteFailed: 'Không đánh dấu được là đã trả lời. Vui lòng thử lại.',
  answeredBy: '{name} đã trả lời',
})
