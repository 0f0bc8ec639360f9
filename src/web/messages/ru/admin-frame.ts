import type { adminFrame as en } from '#web/messages/en/admin-frame.ts'
import { translation } from '#web/messages/table.ts'

export const adminFrame = translation<typeof en, 'ru'>()({
  title: 'Админ-панель',
  verifying: 'Проверяем права администратора…',
  main: 'Главное',
  dashboard: 'Обзор',
  management: 'Управление',
  users: 'Пользователи',
  services: 'Услуги',
  transactions: 'Операции',
  orders: 'Заказы',
  deposits: 'Пополнения',
  tickets: 'Обращения',
  providers: 'Поставщики',
  announcements: 'Объявления',
  reports: 'Отчёты',
  audit: 'Журнал действий',
  settings: 'Настройки',
  systemSettings: 'Настройки системы',
  apiSettings: 'Настройки API',
  viewSite: 'Открыть сайт',
  backToUserPanel: 'В личный кабинет',
  myProfile: 'Мой профиль',
  adminSettings: 'Настройки системы',
  userDashboard: 'Личный кабинет',
  // Command palette
  adminPage: 'Админ-панель: {page}',
  deskOrder: 'Заказ {id} в обработке',
  openUser: 'Открыть пользователя {name}',
})
