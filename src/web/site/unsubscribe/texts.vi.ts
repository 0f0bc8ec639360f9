import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const unsubscribeText = translation<typeof en.unsubscribeText, 'vi'>()({
  title: 'Hủy nhận email',
  leadPromise: 'Hủy nhận các email này chỉ với một lần bấm. Bạn vẫn nhận email về bảo mật tài khoản.',
  do: 'Hủy nhận email',
  doneTitle: 'Bạn đã hủy nhận email',
  promotionDone: 'Đã tắt thông báo khuyến mãi cho tài khoản của bạn.',
  favouritesDone: 'Đã tắt thông báo về thay đổi dịch vụ cho tài khoản của bạn.',
  balanceDone: 'Đã tắt thông báo số dư thấp cho tài khoản của bạn.',
  ordersDone: 'Đã tắt thông báo về đơn hàng và thanh toán cho tài khoản của bạn.',
  newsletterDone: 'Đã tắt bản tin cho tài khoản của bạn.',
  settings: 'Cài đặt thông báo',
  failed: 'Đã xảy ra lỗi. Vui lòng thử lại.',
  invalid: 'Liên kết hủy nhận này không hợp lệ. Bạn có thể thay đổi email muốn nhận trong phần cài đặt.',
})
