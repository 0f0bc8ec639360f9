import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const ratesText = translation<typeof en.ratesText, 'vi'>()({
  appliedUntil: 'Đã áp dụng giảm {percent}% đến {date}',
  applied: 'Đã áp dụng giảm {percent}%',
  ownRate: 'Giá riêng của bạn',
  insteadOf: 'thay vì',
})
