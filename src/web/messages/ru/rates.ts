import type { rates as en } from '#web/messages/en/rates.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const rates = translation<typeof en, 'ru'>()({
  appliedUntil: 'Скидка {percent}% действует до {date}',
  applied: 'Скидка {percent}% учтена',
  ownRate: 'Ваша личная цена',
  insteadOf: 'вместо',
  discount: 'Скидка',
})
