import type { reset as en } from '#web/messages/en/reset.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const reset = translation<typeof en, 'vi'>()({
  forgotTitle: 'Quên mật khẩu?',
  forgotLead: 'Nhập địa chỉ email của tài khoản, chúng tôi sẽ gửi cho bạn liên kết để đặt mật khẩu mới.',
  forgotDescription: 'Liên kết đặt mật khẩu mới được gửi đến địa chỉ email của tài khoản.',
  email: 'Email',
  send: 'Gửi liên kết đặt lại',
  sendFailed: 'Không thể gửi email đặt lại mật khẩu. Vui lòng thử lại.',
  sent: 'Liên kết đặt lại mật khẩu đã được gửi đến email của bạn.',
  sentTitle: 'Hãy kiểm tra hộp thư',
  sentLead:
    'Nếu {email} có tài khoản tại đây, một email chứa liên kết đang được gửi đi. Liên kết dùng được một lần trong vòng một giờ; liên kết mới hơn sẽ thay thế nó.',
  sentHint: 'Vài phút rồi vẫn chưa thấy? Hãy xem trong mục thư rác và kiểm tra lại cách viết địa chỉ.',
  another: 'Dùng địa chỉ khác',
  backToLogin: 'Quay lại đăng nhập',
  resetTitle: 'Đặt mật khẩu mới',
  resetLead: 'Chọn mật khẩu mới cho tài khoản. Sau đó mọi phiên đăng nhập sẽ kết thúc.',
  verifying: 'Đang kiểm tra liên kết…',
  password: 'Mật khẩu mới',
  confirmPassword: 'Xác nhận mật khẩu mới',
  passwordHint: 'Ít nhất 8 ký tự',
  passwordsDiffer: 'Mật khẩu xác nhận không khớp',
  save: 'Đặt mật khẩu mới',
  saveFailed: 'Không thể đặt mật khẩu mới. Vui lòng thử lại.',
  doneTitle: 'Mật khẩu đã được thay đổi',
  done: 'Mọi phiên đăng nhập đã kết thúc; các khóa API vẫn hoạt động. Sau 3 giây trang đăng nhập sẽ mở ra: hãy đăng nhập bằng mật khẩu mới.',
  login: 'Đăng nhập',
  invalidTitle: 'Token Không Hợp Lệ',
  invalid: 'Token đặt lại mật khẩu không hợp lệ hoặc đã hết hạn.',
  invalidWhy: 'Liên kết đã được dùng, đã có liên kết mới hơn, hoặc đã quá một giờ.',
  newToken: 'Yêu cầu liên kết mới',
  verifyFailed: 'Không thể kiểm tra liên kết. Vui lòng thử lại.',
  endKeys: 'Thu hồi tất cả khóa API',
  endKeysHint:
    'Nên chọn nếu người khác có thể đã dùng tài khoản của bạn. Ứng dụng đang dùng khóa sẽ ngừng hoạt động cho đến khi có khóa mới.',
})
