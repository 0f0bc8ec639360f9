import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const shortcutsText = translation<typeof en.shortcutsText, 'vi'>()({
  title: 'Phím tắt',
  palette: 'Tìm kiếm hoặc mở nhanh',
  placeOrder: 'Đặt đơn',
  newOrder: 'Đặt đơn mới',
  massOrder: 'Đặt hàng loạt',
  search: 'Tìm trong danh sách này',
  nextRow: 'Dòng tiếp theo',
  previousRow: 'Dòng trước',
  chooseRow: 'Chọn dòng',
  openRow: 'Mở dòng',
  help: 'Trợ giúp phím tắt',
  off: 'tắt',
  singleKeys: 'Phím tắt một phím',
  singleKeysHint:
    'Hãy tắt nếu bạn nhập liệu bằng giọng nói hoặc hay bấm nhầm. Bạn có thể mở lại mục này từ ô tìm kiếm.',
})

export const paletteText = translation<typeof en.paletteText, 'vi'>()({
  pages: 'Trang',
  tickets: 'Yêu cầu hỗ trợ',
  questions: 'Hỏi đáp',
  preferences: 'Giao diện và ngôn ngữ',
  nothing: 'Không tìm thấy kết quả cho “{text}”',
  ticket: 'Yêu cầu {id}: {subject}',
  typeDeposit: 'Nạp tiền {id}',
  typeOrder: 'Trừ tiền {id}',
  typeRefund: 'Hoàn tiền {id}',
  typeBonus: 'Thưởng {id}',
  dashboardWords: 'trang chủ, tổng quan, bắt đầu',
  newOrderWords: 'mua, đặt đơn, tăng theo dõi, tăng like, tăng view',
  massOrderWords: 'nhiều đơn, danh sách link, đặt nhiều',
  ordersWords: 'hoàn tiền, bảo hành, hủy đơn, trạng thái, đơn của tôi',
  servicesWords: 'bảng giá, giá, danh mục',
  addFundsWords: 'nạp, nạp tiền, thanh toán, chuyển khoản, số dư',
  transactionsWords: 'hoàn tiền, sao kê, biên lai, lịch sử số dư, chi tiêu',
  supportWords: 'trợ giúp, ticket, liên hệ, câu hỏi, khiếu nại, hoàn tiền, sự cố',
  settingsWords: 'mật khẩu, khóa API, bảo mật, hai lớp, email',
  profileWords: 'tên, điện thoại, tài khoản',
  notificationsWords: 'chuông, tin nhắn, thông báo chung, chưa đọc',
})
