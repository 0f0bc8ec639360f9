import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const restoredText = translation<typeof en.restoredText, 'vi'>()({
  band: 'Cơ sở dữ liệu đã khôi phục',
  restoredFrom: 'Đã khôi phục từ bản sao lưu lúc {time}.',
  untilOwner: 'Chưa gửi hay thay đổi gì cho đến khi chủ sở hữu cho tiếp tục vận hành.',
  untilYou: 'Chưa gửi hay thay đổi gì cho đến khi bạn cho tiếp tục vận hành.',
  review: 'Xem và tiếp tục vận hành',
  title: 'Cơ sở dữ liệu đã khôi phục',
  lead: 'Các đơn đang chờ trong bản sao lưu lúc {time} có thể đã được gửi sau đó. Trước khi bạn cho tiếp tục vận hành, hệ thống không gửi đơn, không gửi email, không cộng tiền, và khách thấy thông báo bảo trì.',
  does: 'Những gì sẽ được thực hiện',
  loadFailed: 'Không tải được những gì sẽ được thực hiện.',
  orders: 'Đơn hàng cần duyệt',
  ordersHint:
    'Đang chờ, đang gửi hoặc cần duyệt trong bản sao lưu. Hãy quyết định cùng lúc, dựa trên bằng chứng của từng nhà cung cấp.',
  cancels: 'Đơn đang yêu cầu hủy cần duyệt',
  refills: 'Đơn đang yêu cầu bảo hành cần duyệt',
  deposits: 'Khoản nạp đang mở được kiểm tra lại',
  emails: 'Email đang chờ sẽ được đánh dấu lỗi',
  emailsHint: 'Bạn có thể gửi lại từng email trong trang Email và tác vụ lỗi.',
  announcements: 'Thông báo chung tạm dừng',
  sessions: 'Phiên đăng nhập kết thúc',
  links: 'Liên kết dùng một lần hết hiệu lực',
  linksHint: 'Lời mời, đặt lại mật khẩu và xác nhận email. Khóa API vẫn dùng được.',
  users: 'Tài khoản từng bị xóa sẽ được xóa lại',
  usersUnknown:
    'Không tìm thấy hoặc không đọc được danh sách đã xóa. Nếu còn, hãy chép tệp deleted-users.jsonl từ thư mục dữ liệu cũ sang thư mục này.',
  ids: 'Đơn hàng, người dùng và giao dịch mới có số lớn hơn, để không số nào bị dùng hai lần.',
  unlisted:
    '{gateways}: cổng này không có danh sách thanh toán. Hãy xem tại đó các khoản đã trả sau bản sao lưu và nhập thủ công.',
  balances: 'Số dư tại nhà cung cấp từ lúc sao lưu',
  difference: 'Chênh lệch: {difference} {currency}',
  unknown: 'chưa rõ',
  resume: 'Tiếp tục vận hành',
  resumeTitle: 'Tiếp tục vận hành với cơ sở dữ liệu này?',
  resumeText: 'Từ bây giờ đơn hàng lại được gửi và khách mua được. Không thể hoàn tác.',
  resumed: 'Đã tiếp tục vận hành',
})
