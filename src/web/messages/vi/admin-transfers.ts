import type { adminTransfers as en } from '#web/messages/en/admin-transfers.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminTransfers = translation<typeof en, 'vi'>()({
  transfer: 'Chuyển khoản',
  reference: 'Mã giao dịch',
  notSent: 'Chưa gửi',
  note: 'Nội dung chúng tôi yêu cầu',
  sentAt: 'Báo lúc',
  refusal: 'Đã báo cho khách',
  proofs: 'Bằng chứng thanh toán',
  save: 'Lưu {name} ({size})',
  saveFailed: 'Không lưu được tệp. Vui lòng thử lại.',
  sameReference: 'Mã giao dịch này đã được cộng:',
  deposit: 'khoản nạp {id}',
  referenceHint: 'Như trên sao kê của bạn. Mỗi mã chỉ được cộng một lần.',
  aboveLimit: 'Trên {limit} phải có nhân viên khác duyệt.',
  propose: 'Đề xuất ghi có',
  creditNote: 'Số tiền đã nhận, không thể đổi lại. Mã giao dịch không thể cộng lần nữa.',
  refuseNote: 'Không cộng gì. Khách đọc lý do của bạn.',
  refuseDoes: '{email} sẽ đọc lý do của bạn. Số dư không thay đổi.',
  refuseReasonHint:
    'Khách đọc lý do trên trang thanh toán và qua email. Lý do cũng được lưu trong nhật ký cùng tên bạn.',
  proposal: 'Đề xuất ghi có',
  proposedBy: '{name} đề xuất ghi có {amount}.',
  reason: 'Lý do',
  ownProposal: 'Bạn đã đề xuất khoản này. Một nhân viên khác phải duyệt.',
  approve: 'Duyệt {amount}',
  reject: 'Từ chối đề xuất',
  rejectReason: 'Lý do từ chối',
  withdraw: 'Rút đề xuất',
  withdrawReason: 'Lý do rút',
  decided: 'Đã thực hiện quyết định.',
})
