import type { dashboard as en } from '#web/messages/en/dashboard.ts'
import { translation } from '#web/messages/table.ts'

export const dashboard = translation<typeof en, 'vi'>()({
  title: 'Tổng quan',
  greeting: 'Xin chào, {name}',
  balance: 'Số dư',
  addFunds: 'Nạp tiền',
  newOrder: 'Đặt đơn mới',
  recentOrders: 'Đơn hàng gần đây',
  allOrders: 'Lịch sử đơn hàng',
  loading: 'Đang tải trang tổng quan',
  noOrders: 'Chưa có đơn hàng nào. Hãy bắt đầu bằng một đơn mới!',
  loadFailed: 'Không tải được đơn hàng gần đây. Vui lòng thử lại sau.',
  id: 'ID',
  service: 'Dịch vụ',
  status: 'Trạng thái',
  date: 'Ngày',
  price: 'Giá',
  orderId: 'Đơn {id}',
  summary: 'Tóm tắt tài khoản',
  totalOrders: 'Tổng số đơn',
  pendingOrders: 'Đơn đang chờ',
  needHelp: 'Cần trợ giúp?',
  needHelpText: 'Hãy hỏi chúng tôi về đơn hàng hoặc thanh toán. Chuẩn bị sẵn mã ID.',
  contactSupport: 'Liên hệ hỗ trợ',
  refundPolicy: 'Chính sách hoàn tiền',
  terms: 'Điều khoản dịch vụ',
})
