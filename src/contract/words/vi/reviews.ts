import type { SentFault } from '#contract/base/codes.ts'
import { formatIn } from '#contract/base/format.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const { money } = formatIn('vi')

const unknown = ({ fault }: { fault: SentFault }) =>
  `Chưa rõ nhà cung cấp đã nhận đơn hay chưa: ${quote(fault)}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'Dịch vụ này không có nhà cung cấp',
  not_sent: ({ fault }) => `Chưa gửi: ${quote(fault)}`,
  refused: ({ fault }) => `Nhà cung cấp từ chối: ${quote(fault)}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Đang chờ nhà cung cấp tính phí lần đầu cho dịch vụ này',
  sending_unknown: unknown,
  restored:
    'Khôi phục từ bản sao lưu: đơn có thể đã được gửi hoặc xử lý sau đó. Hãy kiểm tra với nhà cung cấp trước khi quyết định',
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `Nhà cung cấp trả về ID ${id}, nhưng ID này đã gán cho đơn #${holder}`,
  id_released: ({ provider_order: id }) =>
    `Đã gán nhầm đơn ${id} của nhà cung cấp, nên chưa rõ trạng thái của đơn này`,
  cost_above_price: 'Giá vốn ở nhà cung cấp nay cao hơn giá khách đã trả',
  left_out: 'Phản hồi của nhà cung cấp không có đơn này',
  told_error: ({ fault }) => `Phản hồi của nhà cung cấp cho đơn này: ${quote(fault)}`,
  unknown_status: ({ status }) => `Nhà cung cấp báo trạng thái không xác định: ${status}`,
  partial_without_remains: 'Nhà cung cấp báo giao một phần nhưng không cho biết còn lại bao nhiêu',
  partial_nothing_remains: 'Nhà cung cấp báo giao một phần nhưng số còn lại là 0, và đã hoàn một phần phí',
  canceled_without_remains:
    'Nhà cung cấp báo đã hủy và tính phí một phần, nhưng không cho biết còn lại bao nhiêu',
  canceled_nothing_remains: 'Nhà cung cấp báo đã hủy, số còn lại là 0, nhưng vẫn tính phí',
  canceled_charge_unfit: ({ remains, whole }) =>
    `Nhà cung cấp báo đã hủy, còn lại ${remains} trên ${whole}, với mức phí không khớp`,
  completed_with_remains: ({ remains }) => `Nhà cung cấp báo hoàn thành nhưng vẫn còn ${remains}`,
  foreign_measure: ({ status, remains }) =>
    `Nhà cung cấp báo ${status} và còn lại ${remains}, theo đơn vị riêng của họ`,
  after_end: ({ status }) => `Sau khi đơn đã đóng, nhà cung cấp báo: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Lần gửi ${number}: nhà cung cấp đã nhận với ID ${id} sau khi đơn được xử lý theo cách khác`,
  cancel_unknown: 'Khôi phục từ bản sao lưu: chưa rõ nhà cung cấp đã nhận yêu cầu hủy hay chưa',
  refill_unknown: ({ fault }) => `Chưa rõ yêu cầu bảo hành đã được nhận hay chưa: ${quote(fault)}`,
  refill_given_up: ({ fault }) => `Nhà cung cấp không xác nhận yêu cầu bảo hành: ${quote(fault)}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Số tiền trả ít hơn hóa đơn',
  refunding: 'Cổng thanh toán đang hoàn tiền khoản này',
  refund_failed: 'Cổng thanh toán không hoàn tiền được khoản này',
  refunded: 'Cổng thanh toán đã hoàn tiền khoản này',
  reversed: ({ reversed }) => `Cổng thanh toán đã thu hồi ${money(parseMoney(reversed) ?? ZERO, 2)}`,
  held_back: 'Cổng thanh toán đang giữ khoản này',
  other_currency: 'Hóa đơn dùng loại tiền khác',
  other_amount: 'Hóa đơn có số tiền khác',
  paid_after_refusal: 'Đã được thanh toán sau khi bị từ chối',
  more_after_refusal: 'Nhận thêm tiền sau khi bị từ chối',
  more_than_credited: 'Số tiền nhận được nhiều hơn số đã cộng',
  less_than_credited: 'Số tiền nhận được ít hơn số đã cộng',
  never_finished: 'Cổng thanh toán không hoàn tất khoản này',
  transfer_sent: 'Khách báo đã chuyển tiền',
  approval_needed: 'Đề xuất cộng tiền cần nhân viên khác duyệt',
  same_payment: ({ deposit_id: id }) =>
    `Có thể đã cộng hai lần: khoản nạp #${id} cũng là khoản thanh toán này, cách nhau vài phút`,
  note: ({ text }) => text,
}
