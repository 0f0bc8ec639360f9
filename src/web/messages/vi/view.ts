import type { view as en } from '#web/messages/en/view.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const view = translation<typeof en, 'vi'>()({
  band: 'Bạn đang xem bảng điều khiển của người khác',
  seenAs: 'Bạn đang xem bảng điều khiển với tư cách {name}.',
  nothingChanges: 'Không thể thay đổi gì.',
  ends: 'Kết thúc',
  leave: 'Về tài khoản của tôi',
  seeAs: 'Xem với tư cách người này',
  title: 'Xem bảng điều khiển với tư cách {name}',
  whatYouSee:
    'Bạn thấy các trang của tài khoản này, trong phạm vi bạn được phép đọc. Khóa API không hiển thị.',
  whatItLeaves: 'Không thể thay đổi gì và không có gì được đánh dấu đã đọc.',
  howLong: 'Kết thúc sau {minutes} phút và được lưu trong nhật ký nhân viên.',
  reason: 'Lý do',
  start: 'Bắt đầu xem',
})
