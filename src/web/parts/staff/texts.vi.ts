import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminFrameText = translation<typeof en.adminFrameText, 'vi'>()({
  title: 'Trang quản trị',
  verifying: 'Đang xác minh quyền quản trị...',
  main: 'Chính',
  management: 'Quản lý',
  users: 'Người dùng',
  deposits: 'Khoản nạp',
  tickets: 'Yêu cầu hỗ trợ',
  contact: 'Tin nhắn',
  providers: 'Nhà cung cấp',
  announcements: 'Thông báo chung',
  reports: 'Báo cáo',
  audit: 'Nhật ký nhân viên',
  systemSettings: 'Cài đặt hệ thống',
  apiSettings: 'Cài đặt API',
  viewSite: 'Xem trang web',
  backToUserPanel: 'Về trang người dùng',
  adminSettings: 'Cài đặt quản trị',
  userDashboard: 'Trang người dùng',
  // Command palette
  adminPage: 'Quản trị: {page}',
  settingsPart: 'Cài đặt: {part}',
  importServices: 'Nhập dịch vụ',
  cleanNames: 'Làm gọn tên',
  incidents: 'Đơn chưa rõ theo sự cố',
  newAnnouncement: 'Thông báo mới',
  webhooks: 'Webhook của cổng',
  deskOrder: 'Xử lý đơn {id}',
  openUser: 'Mở người dùng {name}',
})

export const settingsPartsText = translation<typeof en.settingsPartsText, 'vi'>()({
  brand: 'Thương hiệu',
  contact: 'Liên hệ',
  texts: 'Nội dung',
  limits: 'Hạn mức',
  money: 'Thưởng và khuyến mãi',
  methods: 'Phương thức thanh toán',
  mail: 'Thư',
  storage: 'Tệp',
  translator: 'Dịch tự động',
  api: 'API',
  access: 'Truy cập',
  lists: 'Danh sách chặn',
  retention: 'Lưu giữ',
})
