import type { invitation as en } from '#web/messages/en/invitation.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const invitation = translation<typeof en, 'vi'>()({
  title: 'Đặt mật khẩu của bạn',
  lead: '{name}, bạn được mời. Tài khoản này dành cho {email}.',
  leadUnknown: 'Bạn được mời. Hãy chọn mật khẩu cho tài khoản.',
  password: 'Mật khẩu',
  confirmPassword: 'Xác nhận mật khẩu',
  passwordHint: 'Ít nhất 8 ký tự',
  passwordsDiffer: 'Mật khẩu không khớp',
  accept: 'Đặt mật khẩu và đăng nhập',
  overTitle: 'Lời mời này đã hết hiệu lực',
  over: 'Lời mời đã được dùng, đã có thư mới hơn hoặc đã quá bảy ngày. Người mời bạn có thể gửi lại.',
  login: 'Đăng nhập',
})
