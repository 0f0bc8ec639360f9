import { formatIn } from '#contract/base/format.ts'
import { parseMoney, ZERO } from '#contract/base/money.ts'
import type { DepositReviewWords, OrderReviewWords } from '#contract/words/words.ts'

const { money } = formatIn('vi')

const unknown = ({ error }: { error: string }) => `Chưa rõ nhà cung cấp đã nhận đơn hay chưa: ${error}`

export const orderReviews: OrderReviewWords = {
  no_provider: 'Dịch vụ này không có nhà cung cấp',
  not_sent: ({ error }) => `Chưa gửi: ${error}`,
  refused: ({ error }) => `Nhà cung cấp từ chối: ${error}`,
  reply_awaited: unknown,
  first_charge_awaited: 'Đang chờ lần trừ tiền đầu tiên của dịch vụ này ở nhà cung cấp',
  sending_unknown: unknown,
  id_of_other_order: ({ provider_order: id, held_by: holder }) =>
    `Nhà cung cấp trả về đơn ${id}, vốn thuộc đơn ${holder}`,
  id_released: ({ provider_order: id }) =>
    `Đã giữ nhầm đơn ${id} của nhà cung cấp: chưa rõ kết quả của đơn này`,
  cost_above_price: 'Giá vốn ở nhà cung cấp nay cao hơn giá khách đã trả',
  left_out: 'Nhà cung cấp bỏ sót đơn này trong câu trả lời',
  told_error: ({ error }) => `Nhà cung cấp nói về đơn này: ${error}`,
  unknown_status: ({ status }) => `Nhà cung cấp dùng một trạng thái lạ: ${status}`,
  partial_without_remains: 'Nhà cung cấp báo một phần nhưng không cho biết còn lại bao nhiêu',
  partial_nothing_remains: 'Nhà cung cấp báo một phần, không còn lại gì, và hoàn lại một phần phí',
  canceled_without_remains: 'Nhà cung cấp báo đã hủy, thu phí một phần và không cho biết còn lại bao nhiêu',
  canceled_nothing_remains: 'Nhà cung cấp báo đã hủy, không còn lại gì, nhưng vẫn thu phí',
  canceled_charge_unfit: ({ remains, whole }) =>
    `Nhà cung cấp báo đã hủy, còn lại ${remains} trên ${whole}, với mức phí không khớp`,
  completed_with_remains: ({ remains }) => `Nhà cung cấp báo hoàn thành nhưng vẫn còn ${remains}`,
  foreign_measure: ({ status, remains }) =>
    `Nhà cung cấp báo ${status} và còn lại ${remains}, theo đơn vị riêng của họ`,
  after_end: ({ status }) => `Sau khi đơn đã kết thúc, nhà cung cấp báo: ${status}`,
  accepted_too_late: ({ number, provider_order: id }) =>
    `Lần gửi ${number}: nhà cung cấp nhận thành đơn ${id} sau khi đã có quyết định khác`,
  refill_unknown: ({ error }) => `Chưa rõ yêu cầu bảo hành đã được nhận hay chưa: ${error}`,
  refill_given_up: ({ error }) => `Đã ngừng theo dõi một lần bảo hành, không rõ kết quả: ${error}`,
}

export const depositReviews: DepositReviewWords = {
  underpaid: 'Số tiền trả ít hơn hóa đơn',
  refunding: 'Cổng thanh toán đang hoàn trả khoản này',
  refund_failed: 'Cổng thanh toán không hoàn trả được khoản này',
  refunded: 'Cổng thanh toán đã hoàn trả khoản này',
  reversed: ({ reversed }) => `Cổng thanh toán đã thu hồi ${money(parseMoney(reversed) ?? ZERO, 2)}`,
  held_back: 'Cổng thanh toán đang giữ khoản này',
  other_currency: 'Hóa đơn dùng đơn vị tiền tệ khác',
  other_amount: 'Hóa đơn có số tiền khác',
  paid_after_refusal: 'Đã được trả sau khi bị từ chối',
  more_after_refusal: 'Có thêm tiền đến sau khi bị từ chối',
  more_than_credited: 'Số tiền nhận được nhiều hơn số đã cộng',
  less_than_credited: 'Số tiền nhận được ít hơn số đã cộng',
  never_finished: 'Cổng thanh toán không hoàn tất khoản này',
  transfer_sent: 'Khách báo đã chuyển tiền',
  approval_needed: 'Khoản cộng đã được đề xuất, cần một nhân viên khác duyệt',
  same_payment: ({ deposit_id: id }) =>
    `Có thể đã được thêm hai lần: khoản nạp #${id} là cùng một thanh toán, chỉ cách vài phút`,
  note: ({ text }) => text,
}
