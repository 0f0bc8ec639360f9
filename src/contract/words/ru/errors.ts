import { formatIn } from '#contract/base/format.ts'
import { decimalsOfShortfall } from '#contract/base/money.ts'
import type { ErrorWords } from '#contract/words/words.ts'

const { counted, money, number } = formatIn('ru')

export const errors: ErrorWords = {
  invalid_json: 'Тело запроса не является корректным JSON',
  invalid_parameter: {
    not_understood: 'Неизвестный параметр',
    parameter: ({ parameter }) => `Неизвестный параметр: ${parameter}`,
    idempotency_key: 'Idempotency-Key должен состоять из 1–255 видимых символов ASCII',
    user_id_required: 'Нужен ID пользователя',
    not_a_request: 'Некорректный запрос',
    form: 'Не удалось прочитать форму',
    period_too_long: ({ lines, max }) =>
      `За этот период ${counted(lines, { one: 'операция', few: 'операции', many: 'операций' })}, а в выписке не более ${number(max)}. Выберите период короче или скачайте файл CSV.`,
  },
  authentication_required: 'Нужно войти в аккаунт',
  invalid_credentials: 'Не удалось войти. Проверьте почту и пароль и попробуйте ещё раз.',
  two_factor_required: 'Нужен код двухфакторной аутентификации',
  invalid_signature: 'Неверная подпись',
  insufficient_balance: ({ required, available }) => {
    const decimals = decimalsOfShortfall(required, available)
    return `Недостаточно средств. Нужно: ${money(required, decimals)}, на балансе: ${money(available, decimals)}`
  },
  daily_limit_reached: ({ limit, spent }) =>
    `Ваши ключи API могут тратить не более ${money(limit, 2)} в день, сегодня потрачено ${money(spent, 2)}`,
  insufficient_permissions: 'Недостаточно прав',
  test_key: 'Это тестовый ключ. Он работает только на /api/v2.',
  two_factor_setup_required:
    'Двухфакторная аутентификация обязательна для сотрудников. Сначала настройте её.',
  view_only: 'Вы просматриваете этот аккаунт: изменить ничего нельзя',
  proof_required: ({ two_factor: hasTwoFactor }) =>
    hasTwoFactor
      ? 'Чтобы продолжить, введите пароль или код двухфакторной аутентификации'
      : 'Чтобы продолжить, введите пароль ещё раз',
  email_unconfirmed: 'Сначала подтвердите адрес электронной почты',
  account_blocked: 'Аккаунт заблокирован. Напишите в поддержку.',
  not_found: 'Не найдено',
  user_not_found: 'Пользователь не найден',
  order_not_found: 'Заказ не найден',
  service_not_found: 'Эта услуга недоступна',
  provider_not_found: 'Поставщик не найден',
  deposit_not_found: 'Платёж не найден',
  ticket_not_found: 'Обращение не найдено',
  setup_link_invalid: 'Ссылка для настройки недействительна или уже использована',
  confirmation_invalid: 'Срок действия ссылки для подтверждения истёк',
  unsubscribe_invalid: 'Ссылка для отписки недействительна. Изменить уведомления можно в настройках.',
  reset_token_invalid: 'Ссылка для сброса пароля недействительна или устарела',
  invitation_invalid: 'Приглашение истекло',
  registration_closed: 'Регистрация сейчас закрыта',
  email_taken: 'Аккаунт с такой почтой уже есть',
  name_taken: 'Это короткое имя уже занято',
  username_taken: 'Это имя пользователя уже занято',
  service_unavailable: () => 'Сейчас эта услуга недоступна. Выберите другую.',
  link_blocked: 'Мы не принимаем заказы на эту ссылку. Укажите другую.',
  category_blocked: 'В этой категории заказы сейчас не принимаются. Выберите другую услугу.',
  price_changed: () => 'Цена услуги изменилась. Проверьте её и попробуйте ещё раз.',
  balance_owed: ({ owed }) =>
    `За вами долг ${money(owed)}: платёж был отозван. Пополните баланс, чтобы погасить его и снова заказывать.`,
  balance_changed: 'Пока страница была открыта, баланс изменился. Проверьте его и попробуйте ещё раз',
  idempotency_key_reused: 'Этот Idempotency-Key уже использован для другого запроса',
  refund_limit_reached: ({ limit, left }) =>
    `Вы можете возвращать до ${money(limit)} в день, на сегодня осталось ${money(left)}`,
  last_admin: 'Нельзя снять права с последнего администратора.',
  last_admin_delete: 'Нельзя удалить последнего администратора.',
  user_changed: ({ balance, open_orders: open }) =>
    `На балансе ${money(balance)}, у пользователя ${counted(open, { one: 'открытый заказ', few: 'открытых заказа', many: 'открытых заказов' })}. Проверьте ещё раз.`,
  refill_not_available: 'Рефилл для этого заказа недоступен',
  cancel_not_available: 'Этот заказ нельзя отменить',
  ticket_closed: 'Обращение закрыто. Создайте новое.',
  ticket_full: 'Достигнут предел длины обращения. Создайте новое.',
  favourites_full: ({ max }) =>
    `В избранном может быть не больше ${number(max)} услуг. Сначала удалите одну.`,
  state_conflict: {
    has_password: 'Пользователь уже задал пароль',
    user_blocked: 'Пользователь заблокирован',
    two_factor_on: 'Двухфакторная аутентификация уже включена',
    two_factor_off: 'Двухфакторная аутентификация выключена',
    two_factor_not_begun: 'Время настройки истекло. Начните заново.',
    two_factor_own: 'Вашу двухфакторную аутентификацию может отключить только другой сотрудник',
    views_full: ({ max }) => `Сохранить можно не больше ${max} наборов фильтров. Сначала удалите один.`,
    not_editable: 'В текущем состоянии заказа это нельзя исправить',
    being_sent: 'Заказ сейчас отправляется',
    refunded_meanwhile: 'Часть уже вернули. Проверьте ещё раз',
    nothing_to_refund: 'Возвращать больше нечего',
    nothing_to_look_at: 'Нечего проверять',
    undecided: 'Заказ ждёт решения: неизвестно, принял ли его поставщик',
    not_failed: 'Ошибки уже нет: задача снова в очереди или выполнена',
    not_in_review: ({ status, dispatch }) => `Заказ не на проверке: статус ${status}, отправка ${dispatch}`,
    nothing_to_teach: 'В ответе поставщика нет текста, по которому можно распознать отказ',
    not_possible: ({ status, dispatch }) => `Невозможно: статус ${status}, отправка ${dispatch}`,
    order_moved: ({ status, dispatch }) =>
      `Заказ изменился, пока он был открыт: теперь статус ${status}, отправка ${dispatch}. Проверьте его и примите решение ещё раз.`,
    provider_order_held: ({ provider_order: id, held_by: holder }) =>
      `Заказ поставщика ${id} принадлежит заказу ${holder}`,
    holds_no_such_order: 'К заказу не привязан такой ID у поставщика',
    named_twice: 'Заказ указан дважды',
    refill_open: 'Рефилл уже выполняется',
    too_many_unknown: 'Слишком много неподтверждённых заказов для списка',
    supply_not_fit:
      'Этот поставщик не может принять заказ: он выключен, относится к другой услуге или стоит дороже, чем заплатил клиент',
    remains_not_fit: 'В заказе столько не осталось',
    refund_above: ({ left }) => `Вернуть можно не больше ${money(left)}`,
    selection_changed: 'Выбор изменился. Проверьте ещё раз.',
    supplies_changed: 'Поставщиков этой услуги за это время изменили. Проверьте ещё раз.',
    supplies_many: ({ max }) => `У услуги может быть не больше ${number(max)} поставщиков`,
    supply_elsewhere: ({ service_id: id, name }) => `Уже относится к услуге ${id}, ${name}`,
    supply_not_offered: ({ name }) => `${name} не предлагает эту услугу`,
    supply_type_differs: ({ type, service_type: own }) => `Его тип — ${type}, а тип этой услуги — ${own}`,
    announcement_ended: 'Отправлять больше нечего',
    not_fenced: 'Работа этой базы уже возобновлена, или она восстановлена снова. Обновите страницу.',
    answered_meanwhile: ({ name }) =>
      `Пока вы писали, появился ответ (${name}). Прочитайте его и отправьте свой, если он ещё уместен.`,
    assigned_meanwhile: ({ name }) =>
      name === null ? 'Это обращение больше никому не назначено' : `Обращение уже назначено: ${name}`,
    replies_many: ({ max }) => `Готовых ответов может быть не больше ${number(max)}`,
    reference_entered: ({ deposit_id: id }) => `Этот номер уже внесён как пополнение ${id}`,
    deposit_moved: ({ status }) =>
      `Платёж изменился, пока он был открыт: теперь статус ${status}. Проверьте его и примите решение ещё раз.`,
    credited_already: 'Этот платёж уже зачислен',
    not_credited: 'Этот платёж не зачислен',
    reversed_meanwhile: 'Отозванная сумма за это время изменилась. Обновите страницу и попробуйте ещё раз',
    reversed_already: 'Это уже записано',
    refused_already: 'Этот платёж уже отклонён',
    transfer_sent: 'Вы уже сообщили нам об этом переводе. Чтобы отменить его, напишите в поддержку.',
    own_proposal: 'Это зачисление предложили вы. Его должен одобрить другой сотрудник.',
    proposed_already: 'Зачисление уже предложено. Сначала одобрите или отклоните его.',
    nothing_proposed: 'Предложенного зачисления больше нет',
    proposal_changed:
      'Предложенное зачисление изменилось с тех пор, как вы его открыли. Проверьте и решите ещё раз.',
    approver_missing: ({ limit }) =>
      `Зачисление свыше ${money(limit)} должен одобрить второй сотрудник, но такого сотрудника нет. Попросите владельца добавить сотрудника с доступом к деньгам.`,
    second_person_needed: ({ limit }) =>
      `За 24 часа один сотрудник может внести для клиента не больше ${money(limit)}. Если сумма больше, попросите клиента выбрать ручной способ оплаты: такое зачисление одобряет второй сотрудник.`,
    decided_already: 'По этому платежу уже есть решение',
    balance_too_high: ({ max }) => `Баланс не может быть больше ${money(max)}`,
    test_key_alive: 'У вас уже есть тестовый ключ. Замените его или сначала отзовите.',
    keys_alive: ({ max, name }) =>
      `Одновременно может действовать не более ${counted(max, { one: 'ключа', few: 'ключей', many: 'ключей' })}${name === undefined ? '' : ` с названием «${name}»`}. Сначала отзовите один.`,
    needs_key: 'Введите ключ API, прежде чем включать поставщика',
    not_held: 'Этот поставщик не заблокирован.',
    has_no_key: ({ name }) => `У ${name} ещё нет ключа API. Сначала введите его.`,
    key_unreadable: ({ name }) => `Сохранённый ключ API для ${name} не читается. Введите его ещё раз.`,
    sandbox_address: 'Адрес песочницы задаёт сама песочница',
    play_money:
      'Это база песочницы, к ней нельзя подключить ничего настоящего. Для запуска выполните npm run go-live',
    provider_off: 'Поставщик выключен',
    provider_in_use:
      'У поставщика есть услуги или заказы, поэтому удалить его нельзя. Вместо этого выключите его.',
    currency_unsettled: ({ name, currency, account_currency: own }) =>
      `Баланс у ${name} в ${currency}, а в аккаунте указано ${own}. Сначала исправьте валюту.`,
    currency_changed: ({ name }) => `Валюту ${name} за это время изменили. Повторите импорт.`,
    prices_unconfirmed: ({ services }) =>
      `Будет пересчитано цен: ${number(services)}. Посмотрите их с dry_run и подтвердите полученной меткой.`,
    prices_changed: 'Цены изменились. Проверьте их ещё раз.',
    import_running: 'Импорт ещё идёт. Отменить его можно после завершения.',
    import_undone: 'Этот импорт уже отменён',
    import_not_last: 'Отменить можно только последний импорт поставщика и в течение 30 дней',
    backups_off: 'Автоматические бэкапы выключены. Сначала включите их.',
    backup_running: 'Бэкап уже создаётся',
    backup_not_there: 'Файла этого бэкапа нет или ещё нет',
    section_changed: () => 'Кто-то изменил эти настройки за это время. Ничего не сохранено.',
  },
  payment_method_unavailable: 'Этот способ оплаты сейчас недоступен',
  provider_unknown:
    'Этот адрес не принадлежит вашим поставщикам. Добавьте его как поставщика с ключом API, затем импортируйте.',
  payload_too_large: 'Слишком большой запрос',
  attachment_too_large: 'Есть файлы больше 2 МБ',
  attachment_refused: {
    type: ({ name }) => `${name}: недопустимый тип файла. Допустимы изображения, PDF, Word и Excel`,
    type_in_reply: ({ name }) => `${name}: недопустимый тип файла. Допустимы изображения, PDF и Word`,
    no_picture: ({ name }) => `${name}: недопустимый тип изображения. Допустимы PNG, JPEG, WebP и GIF`,
    damaged: ({ name }) => `Файл ${name} повреждён или не соответствует указанному типу`,
    pixels: ({ name }) => `В ${name} слишком много пикселей`,
    macros: ({ name }) => `В ${name} есть макросы`,
  },
  unsupported_media_type: 'Неподдерживаемый тип содержимого',
  range_not_satisfiable: 'Запрошенной части не существует',
  invalid_fields: () => 'Проверьте выделенные поля',
  unknown_field: () => 'Проверьте выделенные поля',
  url_refused: {
    no_address: 'Некорректный веб-адрес',
    scheme: 'Адрес должен начинаться с https:// или http://',
    credentials: 'В адресе не должно быть имени пользователя или пароля',
    not_public: 'Это не публичный интернет-адрес',
  },
  rate_limited: 'Слишком много попыток. Подождите и попробуйте ещё раз.',
  internal_error: 'Ошибка сервера',
  provider_failed: {
    unreachable: 'Поставщик сейчас недоступен',
    said: ({ error }) => `Поставщик ответил: ${error}`,
    http_status: ({ http_status: status }) => `Поставщик ответил с кодом HTTP ${status}`,
    moved: ({ location }) => `Адрес поставщика изменился на ${location}. Укажите его.`,
    not_understood: 'Некорректный ответ API',
    no_services: 'API не вернул ни одной услуги',
    refill_unclear: 'Ответ поставщика неясен. Возможно, рефилл уже идёт; мы проверим.',
  },
  gateway_failed: 'Платёжный шлюз сейчас недоступен. Попробуйте ещё раз.',
  maintenance: ({ message }) => message ?? 'На сайте технические работы. Попробуйте позже.',
  fenced: 'База данных восстановлена из бэкапа. Изменения недоступны, пока владелец не возобновит работу.',
  unavailable: 'Часть сервиса сейчас недоступна. Попробуйте ещё раз.',
}
