import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const openPaymentText = translation<typeof en.openPaymentText, 'vi'>()({
  missingUrl: 'Phản hồi thanh toán không hợp lệ (thiếu URL thanh toán)',
  signInRequired: 'Bạn cần đăng nhập',
  paymentError: 'Lỗi thanh toán: {error}. Vui lòng thử lại.',
  aboutDays: { other: 'khoảng {count} ngày' },
  underDay: 'chưa đầy một ngày',
  overYear: 'hơn một năm',
})
