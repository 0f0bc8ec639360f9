import type { adminDashboard as en } from '#web/messages/en/admin-dashboard.ts'
import { translation } from '#web/messages/table.ts'

export const adminDashboard = translation<typeof en, 'vi'>()({
  title: 'Tổng quan quản trị',
  heading: 'Tổng quan',
  loadFailed: 'Không tải được dữ liệu tổng quan. Vui lòng thử lại.',
  totalUsers: 'Tổng người dùng',
  totalOrders: 'Tổng đơn hàng',
  totalRevenue: 'Tổng doanh thu (USD)',
  completedOrders: { other: '{count} đơn hoàn thành' },
  revenueIs: 'Đơn hàng trừ hoàn tiền',
  viewUsers: 'Xem người dùng',
  viewOrders: 'Xem đơn hàng',
  viewTransactions: 'Xem giao dịch',
  quickActions: 'Thao tác nhanh',
  manageUsers: 'Quản lý người dùng',
  importServices: 'Nhập dịch vụ',
  manageOrders: 'Quản lý đơn hàng',
  manageDeposits: 'Duyệt khoản nạp',
  answerTickets: 'Trả lời yêu cầu hỗ trợ',
  changeSettings: 'Thay đổi cài đặt',
})
