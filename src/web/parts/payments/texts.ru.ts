import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const openPaymentText = translation<typeof en.openPaymentText, 'ru'>()({
  missingUrl: 'Некорректный ответ платёжной системы (нет адреса оплаты)',
  signInRequired: 'Нужно войти в аккаунт',
  paymentError: 'Ошибка оплаты: {error}. Попробуйте ещё раз.',
  aboutDays: {
    one: 'примерно на {count} день',
    few: 'примерно на {count} дня',
    many: 'примерно на {count} дней',
    other: 'примерно на {count} дня',
  },
  underDay: 'меньше чем на день',
  overYear: 'больше чем на год',
})
