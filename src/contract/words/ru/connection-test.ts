import { formatIn } from '#contract/base/format.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const { number } = formatIn('ru')

/** What a connection test finds, and what to do about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'Аккаунт выключен: ничего не продаётся и не отправляется.',
    advice: 'Включите его, когда остальные проверки пройдут.',
  },
  not_set_up: {
    sentence: 'Аккаунт этого шлюза не настроен.',
    advice: 'Введите ID мерчанта и платёжный ключ.',
  },
  sending_stopped: {
    sentence: 'Отправка остановлена: слишком много неподтверждённых заказов.',
    advice: 'Разберите заказы на проверке, затем возобновите отправку поставщику.',
  },
  reached: { sentence: ({ milliseconds }) => `Отвечает за ${milliseconds} мс.` },
  address_refused: {
    sentence: ({ fault }) => `Этот адрес нельзя вызвать: ${quote(fault)}.`,
    advice:
      'Если он в вашей сети, добавьте её в ALLOW_PRIVATE_ADDRESSES и перезапустите панель. Иначе исправьте адрес.',
  },
  not_reached: {
    sentence: ({ fault }) => `Нет соединения: ${quote(fault)}.`,
    advice: 'Проверьте адрес и доступен ли он с этого сервера (брандмауэр, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) =>
      `Отвечает HTTP ${status} и перенаправляет на ${location}.`,
    advice: 'Введите новый адрес: заказы не отправляются по перенаправлениям.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `Отвечает HTTP ${status}: проблема у поставщика.`,
    advice: 'Проверьте снова через несколько минут. Если не поможет, напишите поставщику.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `Ответ (HTTP ${status}) — не JSON.`,
    advice:
      'Проверьте адрес: он указан на странице API у поставщика и обычно заканчивается на /api/v2. Если на сайте есть защита от ботов, она должна пропускать этот сервер.',
  },
  tls_good: {
    sentence: ({ days, protocol }) => `Сертификат действителен ещё ${days} дн. (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) => `Сертификат истекает через ${days} дн. После этого ничего не отправится.`,
    advice: 'Напишите владельцу сервера.',
  },
  tls_refused: {
    sentence: ({ fault }) => `Соединение небезопасно: ${quote(fault)}.`,
    advice: 'Ничего не отправляется. Проверьте адрес и напишите владельцу сервера.',
  },
  not_encrypted: {
    sentence: 'Адрес начинается с http: ключ и заказы не шифруются.',
    advice: 'Используйте https, если сервер не в вашей собственной сети.',
  },
  key_good: { sentence: 'Ключ принят.' },
  key_for_tests: {
    sentence: 'Это тестовый ключ: платежи по нему тестовые и уходят на проверку.',
    advice: 'Если это не тестовая установка, введите рабочий ключ.',
  },
  key_missing: {
    sentence: 'Ключ не введён.',
    advice: 'Введите ключ со страницы API у поставщика.',
  },
  key_unreadable: {
    sentence: 'Сохранённый ключ не читается: SECRET_KEY изменился с момента ввода.',
    advice: 'Введите ключ снова или перезапустите панель с прежним SECRET_KEY в SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ fault }) => `Ключ отклонён: ${quote(fault)}`,
    advice: 'Введите ключ снова и проверьте, что ваш аккаунт активен и имеет доступ к API.',
  },
  merchant_refused: {
    sentence: ({ fault }) => `ID мерчанта или платёжный ключ отклонён: ${quote(fault)}`,
    advice: 'Введите оба снова из настроек мерчанта. Нужен платёжный ключ, а не ключ выплат.',
  },
  our_address_refused: {
    sentence: ({ fault }) => `IP-адрес этого сервера отклонён: ${quote(fault)}`,
    advice: 'Разрешите IP-адрес этого сервера в настройках вашего аккаунта.',
  },
  key_by_get_only: {
    sentence: 'Ключ принимается только в адресе, методом GET.',
    advice:
      'Заказы не отправляются: адреса попадают в журналы, а GET по пути могут повторить. Попросите поставщика поддержать POST.',
  },
  key_untold: {
    sentence: ({ fault }) => `Не удалось проверить ключ: ${quote(fault)}`,
    advice: 'Проверьте снова через минуту. Если не поможет, напишите поставщику.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `Ваш баланс: ${`${balance} ${currency}`.trim()}.`,
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `Ваш баланс: ${`${balance} ${currency}`.trim()}.`,
    advice: 'Заказы будут ждать средств. Пополните счёт, если поставщик не работает с постоплатой.',
  },
  balance_not_read: {
    sentence: ({ fault }) => `Не удалось прочитать баланс: ${quote(fault)}`,
    advice: 'Без баланса мы не предупредим, что средства заканчиваются. Напишите поставщику.',
  },
  currency_same: {
    sentence: ({ currency }) => `Валюта — ${currency}, как указано в аккаунте.`,
  },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Баланс у поставщика в ${currency}, а в аккаунте указано ${own}: ничего не импортируется и не продаётся.`,
    advice: ({ currency }) =>
      `Укажите валюту аккаунта ${currency} и её стоимость в USD. До сохранения вы увидите, как изменятся цены.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) => `Поставщик не сообщает валюту. В аккаунте указано ${own}.`,
    advice: 'Сравните одну его цену с импортированной.',
  },
  services_read: {
    sentence: ({ services }) => `Услуг: ${number(services)}, все известных типов.`,
  },
  services_in_part: {
    sentence: ({ services, unknown, types, unread }) =>
      [
        `Услуг: ${number(services)}.`,
        unknown > 0 && `Из них неизвестных типов: ${unknown} (${types}).`,
        unread > 0 && `Строк, которые не удалось прочитать: ${unread}.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice:
      'Услуги неизвестных типов импортируются снятыми с продажи. Импорт покажет строки, которые не удалось прочитать.',
  },
  rates_low: {
    sentence: ({ median }) => `Медианная цена — $${median} за 1\u00a0000, это необычно мало.`,
    advice:
      'Возможно, панель указывает цены за 1 штуку. Сравните одну цену с её сайтом и выберите «Единица цены: 1 штука». Иначе всё будет продаваться за тысячную долю себестоимости.',
  },
  rates_high: {
    sentence: ({ median }) => `Медианная цена — $${median} за 1\u00a0000, это необычно много.`,
    advice: 'Проверьте валюту, её курс к USD и действительно ли панель указывает цены за 1 штуку.',
  },
  services_none: {
    sentence: 'Поставщик не предлагает услуг.',
    advice: 'Узнайте у поставщика, может ли ваш аккаунт заказывать.',
  },
  services_not_read: {
    sentence: ({ fault }) => `Не удалось прочитать список услуг: ${quote(fault)}`,
    advice: 'Импортировать нечего. Проверьте позже, затем напишите поставщику.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `Сообщает статус до ${perCall} заказов за один вызов.`,
  },
  status_single: {
    sentence: 'Сообщает статус одного заказа за вызов, списки не принимает.',
    advice:
      'Статусы запрашиваются по одному. Если заказов много, разрешите больше вызовов в секунду, если поставщик это допускает.',
  },
  status_untold: {
    sentence: ({ fault }) => `Пока неизвестно, принимает ли он списки заказов: ${quote(fault)}`,
    advice: 'Проверьте снова, когда будет заказ в работе.',
  },
  status_not_read: {
    sentence: ({ fault }) => `Поставщик не сообщает статус заказов: ${quote(fault)}`,
    advice: 'Заказы нельзя отследить. Напишите поставщику, прежде чем продавать его услуги.',
  },
  clock_same: { sentence: 'Часы поставщика совпадают с нашими.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0 ? `Часы поставщика спешат на ${seconds} с.` : `Часы поставщика отстают на ${-seconds} с.`,
    advice: 'Проверьте, что часы этого сервера синхронизируются по NTP. По ним сверяется время событий.',
  },
  clock_untold: { sentence: 'Поставщик не сообщает своё время.' },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `Самый долгий вызов — ${milliseconds} мс. Лимит: ${perSecond} вызовов в секунду, одновременно ${atOnce}.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `Медленно: вызов занял ${milliseconds} мс.`,
    advice: 'Без ответа заказы могут остаться неподтверждёнными. Разрешите меньше одновременных вызовов.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `Вызов отклонён как слишком частый. Лимит: ${perSecond} в секунду.`,
    advice: 'Разрешите меньше вызовов в секунду.',
  },
  answers_in: { sentence: ({ milliseconds }) => `Самый долгий вызов — ${milliseconds} мс.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `Медленно: вызов занял ${milliseconds} мс.`,
    advice: 'Столько клиенты ждут страницу оплаты.',
  },
  way_good: {
    sentence: ({ way, least, most }) => `Доступна оплата через ${way}, от ${least} до ${most}.`,
  },
  way_missing: {
    sentence: ({ way }) => `Оплата через ${way} недоступна, а нужна для каждого счёта.`,
    advice: 'Включите её в настройках мерчанта.',
  },
  ways_not_read: {
    sentence: ({ fault }) => `Не удалось прочитать способы оплаты: ${quote(fault)}`,
    advice: 'Проверьте позже, затем напишите в поддержку шлюза.',
  },
  webhook_good: { sentence: ({ address }) => `Уведомления о платежах приходят на ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) =>
      `Шлюз не может подключиться к ${address}, поэтому панель сама запрашивает статус платежей.`,
    advice: 'Укажите в PUBLIC_URL публичный адрес этого сайта с https.',
  },
}
