import { formatIn } from '#contract/base/format.ts'
import type { ConnectionTestWords } from '#contract/words/words.ts'

const { number } = formatIn('ru')

/** What a check finds, and what is to be done about it. */
export const connectionTest: ConnectionTestWords = {
  switched_off: {
    sentence: 'Аккаунт выключен: ничего не продаётся и не отправляется.',
    advice: 'Включите его, когда остальные строки будут в порядке.',
  },
  not_set_up: {
    sentence: 'Аккаунт этого шлюза не введён.',
    advice: 'Введите идентификатор мерчанта и платёжный ключ.',
  },
  sending_stopped: {
    sentence: 'Отправка остановлена: слишком много заказов с неясным исходом.',
    advice: 'Решите заказы на проверке, затем снова включите поставщика.',
  },
  reached: { sentence: ({ milliseconds }) => `Отвечает через ${milliseconds} мс.` },
  address_refused: {
    sentence: ({ error }) => `Этот адрес не вызывается: ${error}.`,
    advice:
      'Если он в вашей собственной сети, укажите её в ALLOW_PRIVATE_ADDRESSES и перезапустите. Иначе исправьте адрес.',
  },
  not_reached: {
    sentence: ({ error }) => `Связи нет: ${error}.`,
    advice: 'Проверьте адрес и разрешён ли этому серверу выход туда (брандмауэр, DNS).',
  },
  redirected: {
    sentence: ({ http_status: status, location }) => `Отвечает HTTP ${status} и направляет на ${location}.`,
    advice: 'Введите тот адрес: заказ никогда не отправляется по перенаправлению.',
  },
  broken_down: {
    sentence: ({ http_status: status }) => `Отвечает HTTP ${status}: там что-то сломано.`,
    advice: 'Проверьте снова через несколько минут. Если не пройдёт, спросите поставщика.',
  },
  no_panel: {
    sentence: ({ http_status: status }) => `То, что там отвечает (HTTP ${status}), не говорит на JSON.`,
    advice:
      'Проверьте адрес: поставщик называет его на странице «API», обычно он заканчивается на /api/v2. Страница с проверкой браузера должна пропускать этот сервер.',
  },
  tls_good: {
    sentence: ({ days, protocol }) => `Сертификат действует ещё, дней: ${days} (${protocol}).`,
  },
  tls_ends_soon: {
    sentence: ({ days }) => `Сертификат скоро истечёт, дней: ${days}; после этого ничего не отправить.`,
    advice: 'Сообщите тому, кто ведёт тот сервер.',
  },
  tls_refused: {
    sentence: ({ error }) => `Соединение небезопасно: ${error}.`,
    advice: 'По нему ничего не отправляется. Проверьте адрес и сообщите тому, кто ведёт тот сервер.',
  },
  not_encrypted: {
    sentence: 'Адрес на http: ключ и заказы можно прочитать по пути.',
    advice: 'Введите тот же адрес с https, если он не в вашей собственной сети.',
  },
  key_good: { sentence: 'Ключ принят.' },
  key_for_tests: {
    sentence: 'Это тестовый ключ: платежи по нему — не настоящие деньги, они уходят на проверку.',
    advice: 'Введите боевой ключ, если это не проба.',
  },
  key_missing: {
    sentence: 'Ключ не введён.',
    advice: 'Введите ключ со страницы поставщика об API.',
  },
  key_unreadable: {
    sentence: 'Сохранённый ключ не прочитать: SECRET_KEY не тот, что был при вводе.',
    advice: 'Введите ключ снова или запустите с прежним значением в SECRET_KEY_PREVIOUS.',
  },
  key_refused: {
    sentence: ({ error }) => `Ключ отклонён: ${error}`,
    advice: 'Введите ключ снова и проверьте, что аккаунт там активен и API ему разрешён.',
  },
  merchant_refused: {
    sentence: ({ error }) => `Идентификатор мерчанта или платёжный ключ отклонён: ${error}`,
    advice: 'Введите оба снова из настроек мерчанта; нужен платёжный ключ, а не ключ выплат.',
  },
  our_address_refused: {
    sentence: ({ error }) => `Адрес этого сервера отклонён: ${error}`,
    advice: 'Разрешите адрес этого сервера в настройках аккаунта там.',
  },
  key_by_get_only: {
    sentence: 'Ключ читается только из адреса, методом GET.',
    advice:
      'Заказы туда не отправляются: адреса попадают в журналы, а GET по пути могут повторить. Попросите у поставщика POST.',
  },
  key_untold: {
    sentence: ({ error }) => `Верен ли ключ, узнать не удалось: ${error}`,
    advice: 'Проверьте снова через минуту. Если не пройдёт, спросите поставщика.',
  },
  balance_read: {
    sentence: ({ balance, currency }) => `Баланс там: ${`${balance} ${currency}`.trim()}.`,
  },
  balance_empty: {
    sentence: ({ balance, currency }) => `Баланс там: ${`${balance} ${currency}`.trim()}.`,
    advice: 'Заказы будут ждать там денег. Пополните счёт, если поставщик не выставляет счёт позже.',
  },
  balance_not_read: {
    sentence: ({ error }) => `Баланс не прочитать: ${error}`,
    advice: 'Без него не видно, что деньги кончаются. Спросите поставщика о причине.',
  },
  currency_same: {
    sentence: ({ currency }) => `Счёт ведётся в ${currency}, как указано в аккаунте.`,
  },
  currency_other: {
    sentence: ({ currency, account_currency: own }) =>
      `Баланс там в ${currency}, а в аккаунте указано ${own}: ничего не импортируется и не продаётся.`,
    advice: ({ currency }) =>
      `Укажите валюту аккаунта ${currency} и сколько USD стоит единица; цены оттуда будут показаны до изменения.`,
  },
  currency_untold: {
    sentence: ({ account_currency: own }) =>
      `Поставщик не говорит, в какой валюте считает; в аккаунте указано ${own}.`,
    advice: 'Сравните одну цену там с импортированной.',
  },
  services_read: {
    sentence: ({ services }) => `Предлагается услуг: ${number(services)}, все понятны.`,
  },
  services_in_part: {
    sentence: ({ services, unknown, types, unread }) =>
      [
        `Предлагается услуг: ${number(services)}.`,
        unknown > 0 && `Из них неизвестных типов: ${unknown} (${types}).`,
        unread > 0 && `Ещё строк, которые не прочитать: ${unread}.`,
      ]
        .filter((part) => part !== false)
        .join(' '),
    advice: 'Такие импортируются без продажи, а импорт скажет, какие строки не прочитал.',
  },
  rates_low: {
    sentence: ({ median }) => `Медианная цена — $${median} за 1 000, это необычно мало.`,
    advice:
      'Возможно, панель указывает цены за 1 штуку. Сравните одну цену с её сайтом и выберите «Цены указаны за: 1 штуку». Иначе всё будет продаваться за тысячную долю себестоимости.',
  },
  rates_high: {
    sentence: ({ median }) => `Медианная цена — $${median} за 1 000, это необычно много.`,
    advice: 'Проверьте валюту, её курс к USD и действительно ли панель указывает цены за 1 штуку.',
  },
  services_none: {
    sentence: 'Услуг там нет.',
    advice: 'Посмотрите, может ли аккаунт там что-либо заказывать.',
  },
  services_not_read: {
    sentence: ({ error }) => `Список услуг не прочитать: ${error}`,
    advice: 'Импортировать нечего. Проверьте позже, затем спросите поставщика.',
  },
  status_many: {
    sentence: ({ per_call: perCall }) => `За один вызов говорит о состоянии до ${perCall} заказов.`,
  },
  status_single: {
    sentence: 'За один вызов говорит о состоянии одного заказа, списков не принимает.',
    advice:
      'Заказы отслеживаются по одному. Если их много, разрешите больше вызовов в секунду, если он выдержит.',
  },
  status_untold: {
    sentence: ({ error }) => `Принимает ли он списки заказов, пока не узнать: ${error}`,
    advice: 'Проверьте снова, когда там будет выполняться заказ.',
  },
  status_not_read: {
    sentence: ({ error }) => `О состоянии заказов он не говорит: ${error}`,
    advice: 'Заказы там не отследить. Спросите поставщика, прежде чем продавать оттуда.',
  },
  clock_same: { sentence: 'Его часы и наши совпадают.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0 ? `Его часы впереди наших на ${seconds} с.` : `Его часы позади наших на ${-seconds} с.`,
    advice: 'Проверьте, что часы этого сервера идут по NTP: по ним сравнивается время в доказательствах.',
  },
  clock_untold: { sentence: 'Который у него час, он не говорит.' },
  pace_good: {
    sentence: ({ milliseconds, at_once: atOnce, per_second: perSecond }) =>
      `Самый долгий вызов занял ${milliseconds} мс; вызовов в секунду не больше ${perSecond}, сразу не больше ${atOnce}.`,
  },
  pace_slow: {
    sentence: ({ milliseconds }) => `Отвечает медленно: вызов занял ${milliseconds} мс.`,
    advice: 'Без ответа исход заказов может остаться неясным. Разрешите меньше вызовов сразу.',
  },
  pace_refused: {
    sentence: ({ per_second: perSecond }) =>
      `Отклонил вызов как слишком частый; в секунду сейчас не больше ${perSecond}.`,
    advice: 'Разрешите меньше вызовов в секунду.',
  },
  answers_in: { sentence: ({ milliseconds }) => `Самый долгий вызов занял ${milliseconds} мс.` },
  answers_slowly: {
    sentence: ({ milliseconds }) => `Отвечает медленно: вызов занял ${milliseconds} мс.`,
    advice: 'Столько клиенты ждут страницу, на которой платят.',
  },
  way_good: {
    sentence: ({ way, least, most }) => `Можно платить через ${way}, от ${least} до ${most}.`,
  },
  way_missing: {
    sentence: ({ way }) => `Через ${way} платить нельзя, а каждый счёт просит именно это.`,
    advice: 'Включите это в настройках мерчанта.',
  },
  ways_not_read: {
    sentence: ({ error }) => `Способы оплаты не прочитать: ${error}`,
    advice: 'Проверьте позже, затем спросите шлюз.',
  },
  webhook_good: { sentence: ({ address }) => `О платежах сообщается на ${address}.` },
  webhook_unreachable: {
    sentence: ({ address }) => `Шлюз не может сообщать о платежах на ${address}, поэтому о них спрашивают.`,
    advice: 'Укажите в PUBLIC_URL адрес https, по которому этот сайт виден снаружи.',
  },
}
