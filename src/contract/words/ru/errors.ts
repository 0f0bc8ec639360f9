import { formatIn } from '#contract/base/format.ts'
import { decimalsOfShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

const { counted, money, number } = formatIn('ru')

export const errors: ErrorWords = {
  invalid_json: 'Тело запроса — не корректный JSON',
  invalid_parameter: {
    not_understood: 'Есть параметр, который здесь ничего не значит',
    parameter: ({ parameter }) => `Параметр ${parameter} здесь ничего не значит`,
    idempotency_key: 'Idempotency-Key должен состоять из 1–255 видимых символов ASCII',
    user_id_required: 'Нужен ID пользователя',
    not_a_request: 'Это не запрос',
    form: 'Форма не читается',
    period_too_long: ({ lines, max }) =>
      `За этот период ${counted(lines, { one: 'операция', few: 'операции', many: 'операций' })}, а выписка показывает не более ${number(max)}. Выберите период короче или скачайте файл CSV.`,
  },
  authentication_required: 'Нужно войти в аккаунт',
  invalid_credentials: 'Не удалось войти. Проверьте почту и пароль и повторите попытку.',
  two_factor_required: 'Нужен код двухфакторной аутентификации',
  invalid_signature: 'Подпись неверна',
  insufficient_balance: ({ required, available }) => {
    const decimals = decimalsOfShortfall(required, available)
    return `Недостаточно средств. Нужно: ${money(required, decimals)}, на балансе: ${money(available, decimals)}`
  },
  daily_limit_reached: ({ limit, spent }) =>
    `Ваши ключи API могут тратить не более ${money(limit, 2)} в день, сегодня потрачено ${money(spent, 2)}`,
  insufficient_permissions: 'Недостаточно прав',
  test_key: 'Это тестовый ключ. Он работает только на /api/v2.',
  two_factor_setup_required: 'Сотрудникам здесь нужен двухфакторный вход. Сначала настройте его.',
  view_only: 'Вы только смотрите этот аккаунт: изменить ничего нельзя',
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor
      ? 'Чтобы продолжить, введите пароль или код двухфакторной аутентификации'
      : 'Чтобы продолжить, введите пароль ещё раз',
  email_unconfirmed: 'Сначала подтвердите адрес электронной почты',
  account_blocked: 'Аккаунт заблокирован. Напишите в поддержку.',
  not_found: 'Здесь ничего нет',
  user_not_found: 'Пользователь не найден',
  order_not_found: 'Заказ не найден',
  service_not_found: 'Эта услуга недоступна',
  provider_not_found: 'Такого поставщика нет',
  deposit_not_found: 'Такого платежа нет',
  ticket_not_found: 'Обращение не найдено',
  setup_link_invalid: 'Ссылка для настройки недействительна или уже использована',
  confirmation_invalid: 'Ссылка для подтверждения больше не действует',
  unsubscribe_invalid: 'Ссылка для отписки недействительна. Выбрать, что получать, можно в настройках.',
  reset_token_invalid: 'Ссылка для сброса пароля недействительна или устарела',
  invitation_invalid: 'Приглашение больше не действует',
  registration_closed: 'Регистрация сейчас закрыта',
  email_taken: 'Аккаунт с такой почтой уже есть',
  name_taken: 'Это короткое имя уже занято',
  username_taken: 'Это имя пользователя уже занято',
  service_unavailable: () => 'Сейчас эту услугу нельзя выполнить по её цене. Выберите другую.',
  link_blocked: 'Для этой ссылки заказы не принимаются. Выберите другую.',
  category_blocked: 'В этой категории заказы сейчас не принимаются. Выберите другую услугу.',
  price_changed: () => 'Цена этой услуги изменилась. Проверьте её и повторите.',
  balance_owed: ({ owed }) =>
    `За вами долг ${money(owed)}: платёж был отозван. Пополните баланс, чтобы погасить его, и заказы снова будут доступны.`,
  balance_changed: 'Баланс изменился с тех пор, как был показан',
  idempotency_key_reused: 'Этот Idempotency-Key уже использован для другого запроса',
  refund_limit_reached: ({ limit, left }) =>
    `Вы можете возвращать до ${money(limit)} в день, на сегодня осталось ${money(left)}`,
  last_admin: 'Нельзя понизить последнего администратора системы.',
  last_admin_delete: 'Нельзя удалить последнего администратора.',
  user_changed: ({ balance, open_orders: open }) =>
    `На балансе ${money(balance)}, и у пользователя ${counted(open, { one: 'открытый заказ', few: 'открытых заказа', many: 'открытых заказов' })}. Проверьте ещё раз.`,
  refill_not_available: 'Рефилл для этого заказа недоступен',
  cancel_not_available: 'Этот заказ нельзя отменить',
  ticket_closed: 'Обращение закрыто. Создайте новое.',
  ticket_full: 'Обращение достигло предельной длины. Создайте новое.',
  favourites_full: ({ max }) =>
    `В избранном уже ${number(max)} услуг, больше не помещается. Сначала уберите одну.`,
  state_conflict: {
    has_password: 'Пользователь уже задал пароль',
    user_blocked: 'Пользователь заблокирован',
    two_factor_on: 'Двухфакторный вход уже включён',
    two_factor_off: 'Двухфакторный вход не включён',
    two_factor_not_begun: 'Эта настройка больше не действует. Начните её заново.',
    two_factor_own: 'Ваш двухфакторный вход может сбросить только другой сотрудник',
    views_full: ({ max }) => `У вас уже ${max} сохранённых видов, больше не бывает. Сначала удалите один.`,
    not_editable: 'В нынешнем состоянии заказа это не исправить',
    being_sent: 'Заказ как раз отправляется',
    refunded_meanwhile: 'С тех пор часть уже вернули. Посмотрите ещё раз',
    nothing_to_refund: 'Возвращать больше нечего',
    nothing_to_look_at: 'Смотреть не на что',
    undecided: 'Нужно решение: неизвестно, принял ли заказ поставщик',
    not_failed: 'Ошибки больше нет: задание снова в очереди или выполнено',
    not_in_review: ({ status, dispatch }) => `Решения не ждёт: статус ${status}, отправка ${dispatch}`,
    nothing_to_teach: 'В ответе поставщика нет текста, по которому можно узнать отказ',
    not_possible: ({ status, dispatch }) => `Невозможно: статус ${status}, отправка ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `Заказ изменился, пока он был открыт: теперь статус ${status}, отправка ${dispatch}. Проверьте его и примите решение ещё раз.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `Заказ поставщика ${id} принадлежит заказу ${holder}`,
    holds_no_such_order: 'За ним нет такого заказа поставщика',
    named_twice: 'Заказ указан дважды',
    refill_open: 'Рефилл уже выполняется',
    too_many_unknown: 'Слишком много неясных заказов для списка',
    supply_not_fit:
      'Этот источник не может принять заказ: он выключен, от другой услуги или стоит дороже, чем заплатил клиент',
    remains_not_fit: 'Столько в этом заказе не осталось',
    refund_above: ({ left }) => `Вернуть можно не больше ${money(left)}`,
    selection_changed: 'Изменится уже не то, что было показано. Посмотрите ещё раз.',
    supplies_changed: 'Источники этой услуги тем временем изменились. Посмотрите ещё раз.',
    supplies_many: ({ max }) => `У одной услуги не больше ${number(max)} источников`,
    supply_elsewhere: ({ service_id: id, name }) => `Этот источник уже стоит за услугой ${id}, ${name}`,
    supply_not_offered: ({ name }) => `${name} не предлагает такой услуги`,
    supply_type_differs: ({ type, service_type: own }) => `Его тип — ${type}, а тип этой услуги — ${own}`,
    announcement_over: 'Отправлять больше нечего',
    answered_meanwhile: ({ name }) =>
      `Пока вы писали, здесь появилось сообщение (${name}). Прочитайте его; если ваш ответ по-прежнему уместен, отправьте его ещё раз.`,
    assigned_meanwhile: ({ name }) =>
      name === null ? 'Это обращение больше никому не назначено' : `Этим обращением уже занимается ${name}`,
    replies_many: ({ max }) => `Готовых ответов может быть не больше ${number(max)}`,
    reference_entered: ({ deposit_id: id }) => `Эта ссылка на платёж уже внесена как пополнение ${id}`,
    deposit_moved: ({ status }) =>
      `Платёж изменился, пока он был открыт: теперь статус ${status}. Проверьте его и примите решение ещё раз.`,
    credited_already: 'Этот платёж уже зачислен',
    not_credited: 'Этот платёж не зачислен',
    reversed_meanwhile:
      'Отозванная сумма изменилась с тех пор, как была показана. Обновите страницу и повторите',
    reversed_already: 'Это уже записано',
    refused_already: 'Этот платёж уже отклонён',
    transfer_sent: 'Вы уже сообщили нам об этом переводе. Чтобы отменить его, напишите в поддержку.',
    own_proposal: 'Это зачисление предложили вы. Его должен одобрить другой сотрудник.',
    proposed_already: 'Зачисление уже предложено. Сначала одобрите или отклоните его.',
    nothing_proposed: 'Предложенного зачисления больше нет',
    proposal_changed:
      'Предложенное зачисление изменилось с тех пор, как вы его открыли. Проверьте и решите ещё раз.',
    approver_missing: ({ limit }) =>
      `Зачисление больше ${money(limit)} должен одобрить второй человек, а больше некому. Попросите владельца добавить сотрудника с доступом к деньгам.`,
    second_person_needed: ({ limit }) =>
      `За 24 часа один человек может внести для клиента не больше ${money(limit)}. Если сумма больше, попросите клиента открыть платёж ручным способом и зачислите его вдвоём.`,
    decided_already: 'По этому платежу уже есть решение',
    balance_too_high: ({ max }) => `Баланс не может быть больше ${money(max)}`,
    test_key_alive: 'У вас уже есть тестовый ключ. Замените его или сначала отзовите.',
    keys_alive: ({ max, name }) =>
      `Одновременно действует не более ${counted(max, { one: 'ключа', few: 'ключей', many: 'ключей' })}${name === undefined ? '' : ` с названием «${name}»`}. Сначала отзовите один.`,
    needs_key: 'Введите ключ, прежде чем включать поставщика',
    not_held: 'Списания этого поставщика не удерживаются.',
    has_no_key: ({ name }) => `У ${name} ещё нет ключа API. Сначала введите его.`,
    key_unreadable: ({ name }) => `Сохранённый ключ API ${name} не читается. Введите его ещё раз.`,
    sandbox_address: 'Адрес песочницы задаёт сама песочница',
    play_money:
      'Эта база начиналась с песочницы: деньги в ней ненастоящие, и ничего настоящего к ней не подключают. Для настоящих денег создайте новую: npm run go-live',
    provider_off: 'Поставщик выключен',
    provider_in_use: 'Поставщик ещё используется в услугах или заказах. Лучше выключите его.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `Баланс у ${name} в ${currency}, а в аккаунте указано ${own}. Сначала уточните валюту.`,
    currency_changed: ({ name }) => `Валюта ${name} тем временем изменилась. Повторите импорт.`,
    prices_unconfirmed: ({ services }) =>
      `Цен изменится: ${number(services)}. Посмотрите их с dry_run и подтвердите полученной меткой.`,
    prices_changed: 'Цены изменились с тех пор, как были показаны. Посмотрите их ещё раз.',
    import_running: 'Этот импорт ещё идёт. Отменить его можно, когда он закончится.',
    import_undone: 'Этот импорт уже отменён',
    import_not_last:
      'Отменить можно только последний импорт поставщика, который что-то изменил, в течение 30 дней',
    section_changed: () =>
      'Кто-то изменил эти настройки после того, как вы их открыли. Пока ничего не сохранено.',
  },
  payment_method_unavailable: 'Этот способ оплаты сейчас недоступен',
  provider_unknown:
    'Адрес не принадлежит ни одному из ваших поставщиков. Добавьте поставщика с ключом и повторите импорт.',
  payload_too_large: 'Слишком большой запрос',
  attachment_too_large: 'Есть файлы больше 2 МБ',
  attachment_refused: {
    type: ({ name }) => `${name} — неподходящий файл: принимаются изображения, PDF, Word и Excel`,
    type_in_reply: ({ name }) => `${name} — неподходящий файл: в ответах принимаются изображения, PDF и Word`,
    no_picture: ({ name }) => `${name}: такие картинки не принимаются. Подойдут PNG, JPEG, WebP и GIF`,
    damaged: ({ name }) => `${name} не читается или содержит не только то, чем назван`,
    pixels: ({ name }) => `В ${name} слишком много пикселей`,
    macros: ({ name }) => `В ${name} есть макросы`,
  },
  unsupported_media_type: 'Такой тип содержимого не принимается',
  range_not_satisfiable: 'Такой части нет',
  invalid_fields: () => 'Проверьте выделенные поля',
  unknown_field: () => 'Проверьте выделенные поля',
  url_refused: {
    no_address: 'Это не веб-адрес',
    scheme: 'Адрес должен начинаться с https:// или http://',
    credentials: 'В адресе не должно быть имени пользователя или пароля',
    not_public: 'Адрес не ведёт в открытый интернет',
  },
  rate_limited: 'Слишком много попыток. Подождите и повторите.',
  internal_error: 'Ошибка сервера',
  provider_failed: {
    unreachable: 'Поставщик сейчас недоступен',
    said: ({ error }) => error,
    address_unreachable: ({ error }) => `Адрес недоступен: ${error}`,
    refill_unclear: 'Поставщик ответил неясно. Возможно, рефилл уже идёт; мы проверим.',
  },
  gateway_failed: 'Платёжная система сейчас недоступна. Повторите попытку.',
  maintenance: ({ message }) => message ?? 'На сайте технические работы. Повторите попытку позже.',
  unavailable: 'Часть сервиса сейчас недоступна. Повторите попытку.',
}
