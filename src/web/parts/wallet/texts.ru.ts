import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const ratesText = translation<typeof en.ratesText, 'ru'>()({
  appliedUntil: 'Скидка {percent}% действует до {date}',
  applied: 'Скидка {percent}% применена',
  ownRate: 'Ваша индивидуальная цена',
  insteadOf: 'вместо',
})
