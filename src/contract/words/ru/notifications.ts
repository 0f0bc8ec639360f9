import { formatIn } from '#contract/base/format.ts'
import { money as toMoney } from '#contract/base/money.ts'
import type { GuardedSetting, SyncProblem } from '#contract/messaging/notification-codes.ts'
import type { NotificationWords } from '#contract/words/words.ts'

import { sayOrder } from './sold-things.ts'

const { money, number } = formatIn('ru')

const doubts: Readonly<Record<SyncProblem, string>> = {
  not_read: 'его не удалось загрузить',
  empty: 'он пуст',
  half_missing: 'в нём нет половины услуг',
  currency: 'его валюта отличается',
  prices: 'большинство цен выросло в несколько раз',
}

type ChangeCounts = { prices: number; limits: number; off: number; back: number }

function sayCounts({ prices, limits, off, back }: ChangeCounts): string {
  return [
    prices > 0 && `новая цена: ${prices}`,
    limits > 0 && `новые границы: ${limits}`,
    off > 0 && `больше не продаётся: ${off}`,
    back > 0 && `снова в продаже: ${back}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const refusals = {
  funds: 'недостаточно средств на нашем балансе',
  key: 'ключ API отклонён',
  address: 'наш IP-адрес не разрешён',
} as const
const settings: Readonly<Record<GuardedSetting, string>> = {
  mail: 'почтовый сервер',
  gateways: 'платёжные шлюзы',
  bonuses: 'бонусы за пополнение',
  visitor_tags: 'аналитику и чат',
  backups: 'бэкапы',
  payment_methods: 'способы оплаты',
}

export const notifications: NotificationWords = {
  order_completed: (order) =>
    sayOrder(order, {
      before: `Заказ #${order.order_id} выполнен`,
      say: (sold) => `Доставлено: ${sold}`,
    }),
  order_failed: (order) =>
    sayOrder(order, {
      before: `Заказ #${order.order_id} не выполнен, деньги возвращены`,
      say: (sold) => `Не доставлено, деньги возвращены: ${sold}`,
    }),
  order_partial: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Заказ #${order.order_id} выполнен частично, остаток возвращён`,
      say: (sold) =>
        `${sold}: доставлено ${delivered === undefined ? 'частично' : number(delivered)}, деньги за остаток возвращены`,
    }),
  order_canceled: (order) =>
    sayOrder(order, {
      before: `Заказ #${order.order_id} отменён, деньги возвращены`,
      say: (sold) => `Отменено, деньги возвращены: ${sold}`,
    }),
  order_canceled_in_part: ({ delivered, ...order }) =>
    sayOrder(order, {
      before: `Заказ #${order.order_id} отменён, деньги за недоставленное возвращены`,
      say: (sold) =>
        delivered === undefined
          ? `${sold}: отменено, деньги за недоставленное возвращены`
          : `${sold}: отменено, доставлено ${number(delivered)}, деньги за остаток возвращены`,
    }),
  order_refunded: (order) =>
    sayOrder(order, {
      before: `Деньги за заказ #${order.order_id} возвращены`,
      say: (sold) => `Деньги возвращены: ${sold}`,
    }),
  order_refunded_in_part: ({ amount, ...order }) =>
    sayOrder(order, {
      before: `За заказ #${order.order_id} возвращено ${money(amount, 2)}`,
      say: (sold) => `Возвращено ${money(amount, 2)}: ${sold}`,
    }),
  payment_received: ({ amount, bonus }) => {
    const extra = bonus > 0n ? ` Начислен бонус ${money(bonus, 2)}.` : ''
    return `Ваш платёж на ${money(amount, 2)} получен.${extra}`
  },
  payment_refused: ({ amount }) =>
    `Платёж на ${money(amount, 2)} не удалось зачислить. Напишите в поддержку.`,
  transfer_refused: ({ amount, reason }) => `Платёж на ${money(amount, 2)} не зачислен: ${reason}`,
  payment_over: ({ credited, arrived }) =>
    `Получено ${money(arrived, 2)}, зачислено ${money(credited, 2)}. Излишек ${money(toMoney(arrived - credited), 2)} на проверке.`,
  payment_short: ({ amount, arrived }) =>
    arrived === undefined
      ? `По вашему платежу на ${money(amount, 2)} получено меньше. Мы проверяем его.`
      : `Из вашего платежа на ${money(amount, 2)} получено ${money(arrived, 2)}. Мы проверяем его.`,
  deposit_short: ({ deposit, amount, arrived }) =>
    `Пополнение #${deposit} на проверке: по счёту на ${money(amount, 2)} поступило ${arrived === undefined ? 'меньше' : money(arrived, 2)}`,
  deposit_differs: ({ deposit, credited, arrived }) =>
    `Пополнение #${deposit}: поступило ${money(arrived, 2)}, зачислено ${money(credited, 2)}`,
  payment_reversed: ({ amount, owed }) =>
    `Из вашего платежа отозвано ${money(amount, 2)}.${owed > 0n ? ` Ваш долг: ${money(owed)}.` : ''}`,
  payment_returned: ({ amount, owed }) =>
    `По отозванному платежу возвращено ${money(amount, 2)}.${owed > 0n ? ` Остаток долга: ${money(owed)}.` : ''}`,
  deposit_reversed: ({ deposit, amount, owed }) =>
    `Пополнение #${deposit}: шлюз отозвал ${money(amount, 2)}.${owed > 0n ? ` Долг клиента: ${money(owed)}.` : ''}`,
  deposit_returned: ({ deposit, amount, owed }) =>
    `Пополнение #${deposit}: шлюз вернул ${money(amount, 2)}.${owed > 0n ? ` Остаток долга клиента: ${money(owed)}.` : ''}`,
  deposit_disputed: ({ deposit }) =>
    `Пополнение #${deposit}: плательщик оспаривает платёж. Ответьте на сайте шлюза; деньги пока не списаны.`,
  deposit_dispute_ended: ({ deposit }) =>
    `Пополнение #${deposit}: спор по платежу завершён. Итог смотрите на сайте шлюза.`,
  credit_proposed: ({ deposit, amount }) =>
    `Пополнение #${deposit}: зачисление ${money(amount, 2)} должен одобрить другой сотрудник`,
  ticket_reply: ({ ticket_id: id }) => `Поддержка ответила на обращение #${id}`,
  two_factor_on: 'Двухфакторная аутентификация включена',
  two_factor_off: 'Двухфакторная аутентификация отключена',
  recovery_code_used: ({ left }) => `Использован резервный код; осталось кодов: ${left}`,
  recovery_codes_made: 'Созданы новые резервные коды; прежние больше не действуют',
  two_factor_reset: 'Наши сотрудники отключили вашу двухфакторную аутентификацию',
  balance_low: ({ below, balance }) =>
    `Ваш баланс опустился ниже ${money(below, 2)}, сейчас на нём ${money(balance, 2)}`,
  favourite_price: ({ service, before, rate }) =>
    `${service}: новая цена ${money(rate)}, была ${money(before)}`,
  favourite_limits: ({ service, min, max }) =>
    `${service}: теперь можно заказать от ${number(min)} до ${number(max)}`,
  favourite_off: ({ service }) => `${service}: временно снята с продажи`,
  favourite_back: ({ service, rate }) => `${service}: снова в продаже, ${money(rate)}`,
  favourites_changed: ({ services, ...counts }) =>
    `Изменилось услуг в избранном: ${number(services)} (${sayCounts(counts)})`,
  api_services_changed: ({ services, ...counts }) =>
    `Изменилось услуг, которые вы заказываете по API: ${number(services)} (${sayCounts(counts)})`,
  announcement: ({ title }) => title,
  provider_services_held: ({ provider, services: n }) =>
    `${provider} поднял цены: услуги ниже себестоимости сняты с продажи (${number(n)})`,
  provider_services_off: ({ provider, services: n }) =>
    `${provider} удалил или изменил услуги (${number(n)}): заказы на них этому поставщику больше не отправляются`,
  provider_charges_held: ({ provider, order_id: id }) =>
    `${provider} списал за заказ #${id} во много раз больше своей цены: его услуги сняты с продажи, заказы ждут вашей проверки`,
  provider_charge_doubted: ({ provider, order_id: id }) =>
    `${provider} списал за заказ #${id} во много раз больше известной себестоимости. Себестоимость обновится, только если второй заказ подтвердит списание`,
  provider_charges_missing: ({ provider, services: n }) =>
    `${provider} за 30 минут не сообщил, сколько списал по услугам (${number(n)}): заказы отправляются без проверки цены`,
  provider_list_doubted: ({ provider, reason }) => `Прайс-лист ${provider} не применён: ${doubts[reason]}`,
  provider_balance_low: ({ provider, balance, currency }) =>
    `Низкий баланс у ${provider}: ${balance} ${currency}`,
  provider_stopped: ({ provider }) =>
    `Отправка в ${provider} остановлена: слишком много заказов без ответа. Проверьте их и возобновите отправку`,
  provider_paused_by_staff: ({ provider }) => `Отправка в ${provider} приостановлена сотрудником`,
  provider_paused: ({ provider }) =>
    `${provider} отвечает с ошибками. Отправка на паузе, попытки продолжатся автоматически`,
  provider_refuses: ({ provider, about }) => `${provider} отклоняет наши заказы: ${refusals[about]}`,
  provider_unknown_refusal: ({ provider, error, customers: n }) =>
    `${provider} отклонил заказы клиентов (${number(n)}) с неизвестным сообщением: «${error}». Разберите эти заказы и укажите, считать ли такой ответ отказом`,
  orders_waiting: ({ orders: n }) => `Заказов на проверке: ${number(n)}`,
  deposits_waiting: ({ deposits: n }) => `Пополнений на проверке: ${number(n)}`,
  job_failed: ({ job }) => `Фоновая задача «${job}» завершилась ошибкой пять раз подряд`,
  emails_failed: ({ emails: n }) => `Не доставлено писем: ${number(n)}`,
  jobs_failed: ({ jobs: n }) => `Фоновых задач с ошибкой, повтора не будет: ${number(n)}`,
  backup_late: 'Запланированный бэкап не сделан вовремя',
  backup_failed: 'Последний бэкап не удался',
  backup_damaged: 'Проверка показала, что бэкап непригоден для восстановления. Создайте новый',
  backup_unchecked: 'Последний бэкап не удалось проверить',
  ledger_broken: ({ violations: n }) =>
    `Проверка журнала операций нашла нарушения: ${number(n)}. Запустите «npm run audit»`,
  setting_changed: ({ section, staff_id: id }) => `Сотрудник #${id} изменил ${settings[section]}`,
  note: ({ text }) => text,
}
