import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminFrameText = translation<typeof en.adminFrameText, 'ru'>()({
  title: 'Админ-панель',
  verifying: 'Проверяем права администратора…',
  main: 'Главное',
  management: 'Управление',
  users: 'Пользователи',
  deposits: 'Пополнения',
  tickets: 'Обращения',
  contact: 'Сообщения',
  providers: 'Поставщики',
  announcements: 'Объявления',
  reports: 'Отчёты',
  audit: 'Журнал действий',
  systemSettings: 'Настройки системы',
  apiSettings: 'Настройки API',
  viewSite: 'Открыть сайт',
  backToUserPanel: 'В личный кабинет',
  adminSettings: 'Настройки системы',
  userDashboard: 'Личный кабинет',
  // Command palette
  adminPage: 'Админ-панель: {page}',
  settingsPart: 'Настройки: {part}',
  importServices: 'Импорт услуг',
  cleanNames: 'Чистка названий',
  incidents: 'Неясные заказы по сбоям',
  newAnnouncement: 'Новое объявление',
  webhooks: 'Вебхуки шлюзов',
  deskOrder: 'Заказ {id} в обработке',
  openUser: 'Открыть пользователя {name}',
})

export const settingsPartsText = translation<typeof en.settingsPartsText, 'ru'>()({
  brand: 'Бренд',
  contact: 'Контакты',
  texts: 'Тексты',
  limits: 'Лимиты',
  money: 'Бонусы и акция',
  methods: 'Способы оплаты',
  mail: 'Почта',
  storage: 'Файлы',
  translator: 'Переводчик',
  api: 'API',
  access: 'Доступ',
  lists: 'Запреты',
  retention: 'Хранение',
})
