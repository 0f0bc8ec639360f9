import type { adminDashboard as en } from '#web/messages/en/admin-dashboard.ts'
import { translation } from '#web/messages/table.ts'

export const adminDashboard = translation<typeof en, 'ru'>()({
  title: 'Обзор для администратора',
  heading: 'Обзор',
  loadFailed: 'Не удалось загрузить данные обзора. Попробуйте ещё раз.',
  totalUsers: 'Всего пользователей',
  totalOrders: 'Всего заказов',
  totalRevenue: 'Общая выручка (USD)',
  completedOrders: {
    one: '{count} выполнен',
    few: '{count} выполнено',
    many: '{count} выполнено',
    other: '{count} выполнено',
  },
  revenueIs: 'Заказы за вычетом возвратов',
  viewUsers: 'К пользователям',
  viewOrders: 'К заказам',
  viewTransactions: 'К операциям',
  quickActions: 'Быстрые действия',
  manageUsers: 'Пользователи и права',
  importServices: 'Импорт услуг',
  manageOrders: 'Обработка заказов',
  manageDeposits: 'Проверка пополнений',
  answerTickets: 'Ответы на обращения',
  changeSettings: 'Изменить настройки',
})
