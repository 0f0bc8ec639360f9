import type * as en from './texts.en.ts'
import { translation } from '#web/platform/i18n/table.ts'

export const adminContactText = translation<typeof en.adminContactText, 'ru'>()({
  title: 'Сообщения',
  lead: 'Из формы связи, не от действующих клиентов: их сообщения становятся обращениями.',
  loadFailed: 'Не удалось загрузить сообщения. Попробуйте ещё раз.',
  filters: 'Показать',
  open: 'Без ответа',
  answered: 'С ответом',
  noneOpen: 'Ни одно сообщение не ждёт ответа.',
  noneFound: 'Сообщений не найдено',
  showAll: 'Показать все сообщения',
  list: 'Сообщения, сначала новые',
  reply: 'Ответить по почте',
  note: 'Отметить как отвеченное',
  noted: 'Отмечено как отвеченное',
  noteFailed: 'Не удалось отметить сообщение. Попробуйте ещё раз.',
  answeredBy: 'Ответил(а) {name}',
})
