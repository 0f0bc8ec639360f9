import { formatIn } from '#contract/base/format.ts'
import type { OrderEventWords } from '#contract/words/words.ts'
import { orderStatuses } from './statuses.ts'

const { money } = formatIn('vi')

const decisions = {
  refund: 'Hoàn tiền',
  retry: 'Gửi lại',
  complete: 'Hoàn thành',
  exists: 'Tìm thấy ở nhà cung cấp',
  release: 'Giải phóng ID ở nhà cung cấp',
  dismiss: 'Đánh dấu đã xong',
  cancel: 'Hủy',
  set_partial: 'Đánh dấu giao một phần',
  edit: 'Sửa',
  change_provider: 'Chuyển sang nhà cung cấp khác',
} as const

const refills = {
  completed: 'Đã bảo hành xong',
  rejected: 'Bảo hành bị từ chối',
  given_up: 'Bảo hành chưa được xác nhận',
} as const

export const orderEvents: OrderEventWords = {
  created: 'Đã tạo đơn',
  status: ({ to }) => `Trạng thái: ${orderStatuses[to]}`,
  refund: ({ amount }) => `Đã hoàn ${money(amount)}`,
  cancel: 'Đã yêu cầu hủy',
  refill: ({ ending }) => refills[ending],
  staff: ({ decision, by, name = `nhân viên ${by}`, reason = '', provider_order: id }) => {
    const found = decision === 'exists' && id !== undefined ? ` với ID ${id}` : ''
    return `${decisions[decision]}${found} bởi ${name}${reason === '' ? '' : `: ${reason}`}`
  },
}
