import type { proof as en } from '#web/messages/en/proof.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const proof = translation<typeof en, 'vi'>()({
  title: 'Xác minh đó là bạn',
  passwordLead: 'Nhập mật khẩu để thực hiện thay đổi này.',
  codeLead: 'Nhập mã 6 chữ số từ ứng dụng xác thực hoặc một mã khôi phục.',
  usePassword: 'Dùng mật khẩu',
  useCode: 'Dùng mã xác thực',
  password: 'Mật khẩu hiện tại',
  confirm: 'Xác nhận',
  failed: 'Không thể xác minh. Vui lòng thử lại.',
})
