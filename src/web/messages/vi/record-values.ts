import type { recordValues as en } from '#web/messages/en/record-values.ts'
import { translation } from '#web/messages/table.ts'

export const recordValues = translation<typeof en, 'vi'>()({
  active: 'Đang hoạt động',
  blocked: 'Bị chặn',
  user: 'Khách hàng',
  admin: 'Nhân viên',
  follow: 'Theo giá',
  hold: 'Giữ lại và hỏi',
  newsletter: 'Bản tin',
  promotions: 'Khuyến mãi',
  serviceChanges: 'Thay đổi dịch vụ',
  open: 'Đang mở',
  closed: 'Đã đóng',
  pending: 'Đang chờ',
  answered: 'Đã trả lời',
  resolved: 'Đã giải quyết',
  stopped: 'Đã dừng',
  running: 'Đang chạy',
  queued: 'Chờ gửi',
  sending: 'Đang gửi',
  accepted: 'Đã nhận',
  rejected: 'Không nhận',
  unknown: 'Không rõ',
  review: 'Chờ xem xét',
})
