import type { recordValues as en } from '#web/messages/en/record-values.ts'
import { translation } from '#web/messages/table.ts'

export const recordValues = translation<typeof en, 'ru'>()({
  active: 'Активен',
  blocked: 'Заблокирован',
  user: 'Клиент',
  admin: 'Сотрудник',
  follow: 'Следовать',
  hold: 'Придержать и спросить',
  newsletter: 'Рассылка',
  promotions: 'Акции',
  serviceChanges: 'Изменения услуг',
  open: 'Открыт',
  closed: 'Закрыт',
  pending: 'Ожидает',
  answered: 'Отвечен',
  resolved: 'Решён',
  stopped: 'Остановлен',
  running: 'Выполняется',
  queued: 'К отправке',
  sending: 'Отправляется',
  accepted: 'Принят',
  rejected: 'Не принят',
  unknown: 'Неизвестно',
  review: 'На проверке',
})
