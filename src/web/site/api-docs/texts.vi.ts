import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const apiDocsText = translation<typeof en.apiDocsText, 'vi'>()({
  title: 'API',
  description:
    'Mọi lời gọi dành cho khách hàng, kèm ví dụ bằng curl, PHP, Python và JavaScript: danh mục, đơn hàng, số dư, nạp tiền.',
  lead: 'Đặt hàng từ chương trình của bạn bằng một khóa. Có hai API: giao thức chung của các panel, và mọi việc trang web này làm được.',
  startTitle: 'Trước lời gọi đầu tiên',
  address: 'Địa chỉ gốc',
  keyTitle: 'Khóa',
  keyText: 'Bạn tạo khóa trong phần Cài đặt, khóa chỉ hiện một lần. Gửi kèm khóa trong mỗi lời gọi:',
  moneyTitle: 'Số tiền và thời gian',
  moneyText: 'Số tiền tính bằng đô la Mỹ, tối đa 8 chữ số thập phân. Thời gian theo ISO 8601, múi giờ UTC.',
  onceTitle: 'Chắc chắn chỉ một lần',
  onceText:
    'Lời gọi nhận Idempotency-Key chỉ được thực hiện một lần cho mỗi khóa. Khi mất câu trả lời, hãy gửi lại với cùng khóa đó: vẫn là đơn hàng ấy, không bao giờ thành đơn thứ hai.',
  refusedTitle: 'Khi bị từ chối',
  refusedText:
    'Câu trả lời có một mã không thay đổi, một câu tiếng Anh và số của yêu cầu. Sau 429 và 503, tiêu đề Retry-After cho biết cần chờ bao nhiêu giây.',
  examplesTitle: 'Ví dụ',
  examplesText: 'Đặt một đơn hàng, rồi đọc số dư. Hãy thay YOUR_API_KEY bằng khóa của bạn.',
  referenceTitle: 'Tất cả lời gọi',
  referenceText:
    'Mỗi lời gọi có các trường, câu trả lời và lý do từ chối của nó; phần mô tả viết bằng tiếng Anh.',
  catalogue: 'Có gì để mua và giá bao nhiêu',
  orders: 'Đặt đơn và theo dõi đơn',
  wallet: 'Số dư và sổ giao dịch',
  payments: 'Nạp tiền',
  users: 'Tài khoản của bạn và các khóa',
  notifications: 'Những gì bạn được báo',
  tickets: 'Câu hỏi cho bộ phận hỗ trợ',
  public: 'Dành cho mọi người',
  key: 'Cần khóa',
  session: 'Cần đăng nhập',
  once: 'Nhận Idempotency-Key',
  required: 'Bắt buộc',
  answers: 'Trả lời {status}',
  refuses: 'Từ chối với',
  elsewhere: 'Dành cho chương trình đọc:',
  failed: 'Hiện không đọc được danh sách lời gọi. Vui lòng thử lại.',
  language: 'Ví dụ bằng',
  ownTitle: 'API của cửa hàng này',
  ownLead: 'Mọi việc trang web làm được, dưới dạng JSON với địa chỉ riêng trong /api.',
  resellerLink: 'API cho đại lý (/api/v2)',
  ownLink: 'API của cửa hàng này (/api)',
})
