import type { adminFrame as en } from '#web/messages/en/admin-frame.ts'
import { translation } from '#web/messages/table.ts'

export const adminFrame = translation<typeof en, 'vi'>()({
  title: 'Trang quản trị',
  verifying: 'Đang xác minh quyền quản trị...',
  main: 'Chính',
  dashboard: 'Tổng quan',
  management: 'Quản lý',
  users: 'Người dùng',
  services: 'Dịch vụ',
  transactions: 'Giao dịch',
  orders: 'Đơn hàng',
  deposits: 'Khoản nạp',
  tickets: 'Yêu cầu hỗ trợ',
  providers: 'Nhà cung cấp',
  announcements: 'Thông báo chung',
  reports: 'Báo cáo',
  audit: 'Nhật ký nhân viên',
  settings: 'Cài đặt',
  systemSettings: 'Cài đặt hệ thống',
  apiSettings: 'Cài đặt API',
  viewSite: 'Xem trang web',
  backToUserPanel: 'Về trang người dùng',
  myProfile: 'Hồ sơ của tôi',
  adminSettings: 'Cài đặt quản trị',
  userDashboard: 'Trang người dùng',
  // Command palette
  adminPage: 'Quản trị: {page}',
  deskOrder: 'Đơn {id} ở bàn xử lý',
  openUser: 'Mở người dùng {name}',
})
