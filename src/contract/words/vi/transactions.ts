import { formatIn } from '#contract/base/format.ts'
import type { TransactionWords } from '#contract/words/words.ts'

const { money } = formatIn('vi')

export const transactions: TransactionWords = {
  deposit: ({ gateway }) => `Nạp tiền qua ${gateway}`,
  deposit_by_hand: ({ reference }) => `Nạp tiền bằng chuyển khoản, mã tham chiếu ${reference}`,
  deposit_by_transfer: () => 'Nạp tiền bằng chuyển khoản',
  bonus: ({ amount }) => `Thưởng cho khoản nạp ${money(amount, 2)}`,
  order: ({ order_id: id, service }) => (service === undefined ? `Đơn ${id}` : `Đơn ${id}: ${service}`),
  refund: ({ order_id: id }) => `Hoàn tiền đơn ${id}`,
  adjustment: ({ reason }) => `Điều chỉnh số dư: ${reason}`,
  fee: () => 'Phí thanh toán',
  reversal: ({ amount, gateway }) =>
    `Khoản nạp ${money(amount, 2)} bị ${gateway === undefined ? '' : `${gateway} `}thu hồi`,
  receivable: () => 'Trả khoản còn nợ',
  reversal_return: () => 'Trả lại khoản thanh toán đã bị thu hồi',
  bonus_reversal: () => 'Thu hồi thưởng của khoản thanh toán bị thu hồi',
  bonus_return: () => 'Trả lại thưởng của khoản thanh toán',
}
