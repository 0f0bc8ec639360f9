import { formatIn } from '#contract/base/format.ts'
import type { OrderEventWords } from '#contract/words/words.ts'
import { orderStatuses } from './statuses.ts'

const { money } = formatIn('vi')

const decisions = {
  refund: 'Hoàn tiền',
  retry: 'Gửi lại',
  complete: 'Hoàn thành',
  exists: 'Tìm thấy ở nhà cung cấp',
  release: 'Giải phóng ID đơn của nhà cung cấp',
  dismiss: 'Đã xem xét',
  cancel: 'Hủy',
  set_partial: 'Đặt là hoàn thành một phần',
  edit: 'Đã sửa',
  change_provider: 'Chuyển cho nguồn khác',
} as const

const refills = {
  completed: 'Bảo hành xong',
  rejected: 'Bảo hành bị từ chối',
  given_up: 'Bảo hành chưa được xác nhận',
} as const

export const orderEvents: OrderEventWords = {
  created: 'Đã tạo đơn',
  status: ({ to }) => `Trạng thái: ${orderStatuses[to]}`,
  refund: ({ amount }) => `Đã hoàn ${money(amount)}`,
  cancel: 'Đã yêu cầu hủy',
  refill: ({ ending }) => refills[ending],
  staff: ({ decision, by, reason = '', provider_order: id }) => {
    const found = decision === 'exists' && id !== undefined ? ` với ID ${id}` : ''
    return `${decisions[decision]}${found}, người dùng ${by}${reason === '' ? '' : `: ${reason}`}`
  },
}
