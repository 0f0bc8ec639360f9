import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminTransactionsText = translation<typeof en.adminTransactionsText, 'vi'>()({
  title: 'Giao dịch',
  search: 'Tìm giao dịch',
  searchHint: 'ID, mã tham chiếu, tên hoặc email',
  table: 'Giao dịch, mới nhất trước',
  deposit: 'Nạp tiền',
  refund: 'Hoàn tiền',
  pending: 'Chờ xử lý',
  completed: 'Hoàn thành',
  canceled: 'Đã hủy',
  deletedUser: 'Người dùng đã xóa',
  noneFound: 'Không tìm thấy giao dịch',
  ofUser: 'Giao dịch của người dùng {id}',
  ofAll: 'Xem tất cả',
  couldNotLoad: 'Không tải được giao dịch',
  loadFailed: 'Không tải được giao dịch. Vui lòng thử lại.',
  detailsFailed: 'Không tải được chi tiết giao dịch. Vui lòng thử lại.',
  details: 'Chi tiết giao dịch',
  detailsOf: 'Chi tiết giao dịch {id}',
  loadingDetails: 'Đang tải chi tiết giao dịch',
  method: 'Phương thức',
  reference: 'Mã tham chiếu',
  orderId: 'Đơn hàng',
  price: 'Giá đơn hàng',
  balanceAfter: 'Số dư sau giao dịch',
})
