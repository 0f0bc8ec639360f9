import type { rates as en } from '#web/messages/en/rates.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const rates = translation<typeof en, 'vi'>()({
  appliedUntil: 'Đã giảm {percent}% đến {date}',
  applied: 'Đã giảm {percent}%',
  ownRate: 'Giá riêng của bạn',
  insteadOf: 'thay vì',
  discount: 'Giảm giá',
})
