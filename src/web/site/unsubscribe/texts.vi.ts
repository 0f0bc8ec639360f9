import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const unsubscribeText = translation<typeof en.unsubscribeText, 'vi'>()({
  title: 'Ngừng nhận những thư này',
  leadPromise: 'Một cú nhấp, và bạn không nhận thư loại này nữa. Thư về an toàn tài khoản vẫn đến.',
  do: 'Ngừng nhận những thư này',
  doneTitle: 'Bạn sẽ không nhận nữa',
  promotionDone: 'Đã tắt khuyến mãi cho tài khoản của bạn.',
  favouritesDone: 'Đã tắt thông báo về thay đổi dịch vụ cho tài khoản của bạn.',
  balanceDone: 'Đã tắt thông báo số dư thấp cho tài khoản của bạn.',
  ordersDone: 'Đã tắt tin về đơn hàng và thanh toán cho tài khoản của bạn.',
  newsletterDone: 'Đã tắt bản tin cho tài khoản của bạn.',
  settings: 'Mọi cài đặt thông báo của bạn',
  failed: 'Chưa thực hiện được. Vui lòng thử lại.',
  invalid: 'Liên kết hủy đăng ký này không hợp lệ. Bạn có thể đổi những gì muốn nhận trong phần cài đặt.',
})
