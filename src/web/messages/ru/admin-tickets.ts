import type { adminTickets as en } from '#web/messages/en/admin-tickets.ts'
import { translation } from '#web/messages/table.ts'

export const adminTickets = translation<typeof en, 'ru'>()({
  title: 'Обращения',
  loading: 'Загружаем обращения',
  loadFailed: 'Не удалось загрузить обращения. Попробуйте ещё раз.',
  filters: 'Показать',
  waiting: 'Ждут нашего ответа',
  all: 'Все',
  open: 'Открытые',
  closed: 'Закрытые',
  noneWait: 'Ни одно обращение не ждёт ответа.',
  noneFound: 'Обращений не найдено',
  showAll: 'Показать все обращения',
  id: 'ID',
  user: 'Клиент',
  view: 'Открыть обращение {id}: {subject}',
  ticket: 'Обращение {id}',
  notFound: 'Такого обращения нет.',
  isClosed: 'Это обращение закрыто. Клиент может открыть новое.',
})
