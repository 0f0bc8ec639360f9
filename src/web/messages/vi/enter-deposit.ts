import type { enterDeposit as en } from '#web/messages/en/enter-deposit.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const enterDeposit = translation<typeof en, 'vi'>()({
  enter: 'Nhập khoản nạp',
  title: 'Nhập khoản nạp',
  lead: 'Dành cho tiền đến ngoài các cổng thanh toán: qua ngân hàng, tiền mặt.',
  user: 'Khách hàng, theo ID, email đầy đủ hoặc tên người dùng',
  amount: 'Số tiền (USD)',
  reference: 'Mã tham chiếu',
  referenceHint: 'Như trên sao kê hoặc biên nhận. Mỗi mã chỉ nhập một lần.',
  reason: 'Lý do',
  reasonHint: 'Được lưu trong nhật ký nhân viên cùng tên bạn.',
  does: 'Số tiền được cộng vào số dư, không kèm thưởng, và khách hàng được báo.',
  doesAmount: '{amount} được cộng vào số dư, không kèm thưởng, và khách hàng được báo.',
  post: 'Cộng vào số dư',
  entered: 'Đã cộng {amount} vào số dư của {email}.',
})
