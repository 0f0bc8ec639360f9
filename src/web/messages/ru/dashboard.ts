import type { dashboard as en } from '#web/messages/en/dashboard.ts'
import { translation } from '#web/messages/table.ts'

export const dashboard = translation<typeof en, 'ru'>()({
  title: 'Обзор',
  greeting: 'Здравствуйте, {name}',
  balance: 'Баланс',
  addFunds: 'Пополнить',
  newOrder: 'Новый заказ',
  recentOrders: 'Последние заказы',
  allOrders: 'История заказов',
  loading: 'Загрузка обзора',
  noOrders: 'Заказов пока нет. Начните с нового заказа!',
  loadFailed: 'Не удалось загрузить последние заказы. Повторите попытку позже.',
  id: 'ID',
  service: 'Услуга',
  status: 'Статус',
  date: 'Дата',
  price: 'Цена',
  orderId: 'Заказ {id}',
  summary: 'Сводка',
  totalOrders: 'Всего заказов',
  pendingOrders: 'В ожидании',
  needHelp: 'Нужна помощь?',
  needHelpText: 'Спросите о заказе или платеже. Держите под рукой его ID.',
  contactSupport: 'Написать в поддержку',
  refundPolicy: 'Политика возврата',
  terms: 'Условия использования',
})
