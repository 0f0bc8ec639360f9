import type { reverseDeposit as en } from '#web/messages/en/reverse-deposit.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const reverseDeposit = translation<typeof en, 'vi'>()({
  record: 'Ghi nhận thu hồi',
  change: 'Sửa khoản thu hồi',
  title: 'Ghi nhận thu hồi',
  lead: 'Dành cho khoản thanh toán đã hoàn, bị tranh chấp hoặc bị ngân hàng thu hồi, hoặc khoản bạn muốn trả lại.',
  amount: 'Tổng số đã thu hồi',
  amountHint: 'Tối đa {credited}. Nhập 0 để trả lại toàn bộ.',
  reason: 'Lý do',
  takes:
    'Phần chênh lệch được trừ vào số dư của {email}, kèm phần tiền thưởng tương ứng. Phần thiếu được ghi nợ và trừ vào các lần nạp sau; cho đến lúc đó không thể đặt đơn.',
  returns: 'Phần chênh lệch được trả lại cho {email}, sau khi trừ khoản còn nợ.',
  save: 'Ghi nhận thu hồi',
  saved: 'Đã ghi nhận khoản thu hồi.',
})
