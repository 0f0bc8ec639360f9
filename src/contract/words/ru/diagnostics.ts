import { formatIn } from '#contract/base/format.ts'
import { sayAge } from '#contract/words/say-age.ts'
import type { DiagnosticWords } from '#contract/words/words.ts'

import { quote } from './faults.ts'

const format = formatIn('ru')
const ago = (minutes: number) => (minutes < 1 ? 'только что' : sayAge(format, minutes))
const { bytes, number } = format

/** What diagnostics find, and what to do about it. */
export const diagnostics: DiagnosticWords = {
  not_checked: {
    sentence: ({ error }) => `Не удалось проверить. Текст ошибки: «${error}»`,
    advice: 'Запустите диагностику ещё раз. Если не поможет, подробности — в журнале панели.',
  },
  not_checked_in_time: {
    sentence: ({ seconds }) => `Не удалось проверить за ${seconds} с.`,
    advice: 'Запустите диагностику ещё раз, когда нагрузка на сервер снизится.',
  },

  site_local: {
    sentence: ({ address }) => `Адрес сайта — ${address}: он открывается только с этого сервера.`,
  },
  site_local_live: {
    sentence: ({ address }) => `Адрес сайта — ${address}: он открывается только с этого сервера.`,
    advice: 'Поставьте перед панелью прокси с HTTPS и укажите в PUBLIC_URL адрес для клиентов.',
  },
  site_plain_http: {
    sentence: ({ address }) => `Соединение с ${address} не шифруется: пароли и токены можно перехватить.`,
    advice: 'Поставьте перед панелью прокси с сертификатом и укажите в PUBLIC_URL адрес https.',
  },
  site_reached: {
    sentence: ({ address, milliseconds }) => `${address} отвечает за ${milliseconds} мс.`,
  },
  site_not_reached: {
    sentence: ({ address, fault }) => `С этого сервера нет соединения с ${address}: ${quote(fault)}.`,
    advice:
      'Проверьте, что панель запущена и PUBLIC_URL ведёт к ней. Затем проверьте DNS, брандмауэр и прокси.',
  },
  site_redirected: {
    sentence: ({ address, location }) => `${address} перенаправляет на ${location}.`,
    advice: 'Укажите в PUBLIC_URL адрес, который отвечает без перенаправления.',
  },
  site_no_upstream: {
    sentence: ({ address, http_status: status }) =>
      `${address} отвечает HTTP ${status}: у прокси нет соединения с панелью.`,
    advice: 'Проверьте, что панель запущена и прокси передаёт запросы на её HOST и PORT.',
  },
  site_is_other: {
    sentence: ({ address, http_status: status }) =>
      `По адресу ${address} отвечает другой сайт (HTTP ${status}) или панель с другим SECRET_KEY.`,
    advice: 'Направьте прокси на эту панель или исправьте PUBLIC_URL. SECRET_KEY у всех процессов один.',
  },
  certificate_good: { sentence: ({ days }) => `Сертификат действует ещё ${number(days)} дн.` },
  certificate_ends_soon: {
    sentence: ({ days }) => `Сертификат истекает через ${days} дн. После этого браузеры не откроют сайт.`,
    advice: 'Обновите его. Если это должен был сделать прокси, причина — в его журнале.',
  },
  certificate_refused: {
    sentence: ({ fault }) => `Браузеры не принимают сертификат сайта: ${quote(fault)}.`,
    advice: 'Исправьте сертификат на прокси.',
  },
  proxy_good: { sentence: 'Прокси передаёт адреса клиентов, и панель ему доверяет.' },
  proxy_none: { sentence: 'Запросы приходят напрямую, без прокси.' },
  proxy_unproven: {
    sentence: 'Прокси передаёт адреса клиентов. С этого сервера поддельные адреса не отличить.',
  },
  proxy_missing: {
    sentence: 'TRUST_PROXY задан, но запросы приходят напрямую, без прокси.',
    advice: 'Уберите TRUST_PROXY или укажите в PUBLIC_URL адрес прокси.',
  },
  proxy_silent: {
    sentence: 'Прокси не передаёт X-Forwarded-For: у всех клиентов его адрес и общие лимиты.',
    advice: 'Настройте на прокси X-Forwarded-For с адресом клиента и задайте TRUST_PROXY.',
  },
  proxy_untrusted: {
    sentence: ({ address }) =>
      `Панель не доверяет прокси ${address}: у всех клиентов его адрес и общие лимиты.`,
    advice: 'Укажите в TRUST_PROXY адрес прокси или число прокси.',
  },
  proxy_forgeable: {
    sentence: 'Клиенты могут подделать свой адрес: панель верит их X-Forwarded-For.',
    advice: 'Прокси должен перезаписывать или дополнять X-Forwarded-For; в TRUST_PROXY — число ваших прокси.',
  },
  protocol_wrong: {
    sentence: ({ sent, expected }) =>
      `Прокси передаёт X-Forwarded-Proto ${sent}, а в PUBLIC_URL — ${expected}.`,
    advice: 'Исправьте заголовок на прокси или PUBLIC_URL.',
  },
  streams_good: {
    sentence: ({ milliseconds }) => `Обновления в реальном времени приходят сразу (${milliseconds} мс).`,
  },
  streams_slow: {
    sentence: ({ milliseconds }) =>
      `Обновления в реальном времени приходят медленно: первое заняло ${milliseconds} мс.`,
    advice: 'Проверьте нагрузку на этот сервер и на прокси.',
  },
  streams_buffered: {
    sentence: 'Прокси задерживает обновления до конца ответа, поэтому страницы меняются с опозданием.',
    advice: 'Отключите на прокси буферизацию ответов для /api/events и /api/probe.',
  },

  clock_good: { sentence: 'Часы этого сервера и базы данных совпадают.' },
  clock_off: {
    sentence: ({ seconds }) =>
      seconds > 0
        ? `Часы базы данных спешат на ${seconds} с относительно этого сервера.`
        : `Часы базы данных отстают на ${-seconds} с от этого сервера.`,
    advice: 'Включите NTP на обоих серверах. Время и сроки считаются по базе данных.',
  },
  clock_off_outside: {
    sentence: ({ provider, seconds }) =>
      seconds > 0
        ? `При последней проверке подключения часы ${provider} спешили на ${seconds} с.`
        : `При последней проверке подключения часы ${provider} отставали на ${-seconds} с.`,
    advice: 'Включите NTP. Если наши часы верны, проверьте поставщика ещё раз.',
  },
  disk_good: { sentence: ({ free_bytes: free }) => `На диске DATA_DIR свободно ${bytes(free)}.` },
  disk_low: {
    sentence: ({ free_bytes: free }) => `На диске DATA_DIR свободно только ${bytes(free)}.`,
    advice: 'Освободите место или увеличьте диск.',
  },
  disk_full: {
    sentence: ({ free_bytes: free }) => `Диск DATA_DIR почти заполнен: свободно ${bytes(free)}.`,
    advice: 'Освободите место сейчас. Если место закончится, заказы и платежи приниматься не будут.',
  },
  syncs_good: {
    sentence: ({ count }) => `Диск DATA_DIR выполняет ${number(count)} синхронизаций в секунду.`,
  },
  syncs_slow: {
    sentence: ({ count }) => `Диск DATA_DIR выполняет лишь ${number(count)} синхронизаций в секунду.`,
    advice: 'Каждая запись в базу ждёт синхронизации с диском. Перенесите DATA_DIR и базу данных на SSD.',
  },

  database_good: {
    sentence: ({ version, milliseconds }) => `PostgreSQL ${version} отвечает за ${number(milliseconds)} мс.`,
  },
  database_slow: {
    sentence: ({ version, milliseconds }) =>
      `PostgreSQL ${version} отвечает медленно: пустой запрос занял ${number(milliseconds)} мс.`,
    advice: 'Разместите панель и базу данных ближе друг к другу или проверьте нагрузку на базу.',
  },
  database_old: {
    sentence: ({ version }) => `PostgreSQL ${version} старше 15 — самой ранней поддерживаемой версии.`,
    advice: 'Обновите PostgreSQL.',
  },
  database_down: {
    sentence: ({ error }) => `База данных недоступна. Текст ошибки: «${error}»`,
    advice: 'Проверьте DATABASE_URL и запущен ли PostgreSQL. Если базы ещё нет, запустите панель один раз.',
  },
  database_read_only: {
    sentence: 'База данных не принимает изменений: это реплика, или она только для чтения.',
    advice:
      'Укажите в DATABASE_URL основной сервер. Облачная база часто только для чтения, когда диск полон.',
  },
  settings_good: {
    sentence: ({ wal_level: level, timezone }) =>
      `Данные записываются на диск до подтверждения (wal_level ${level}, часовой пояс ${timezone}).`,
  },
  fsync_off: {
    sentence: 'fsync выключен: сбой питания может разрушить базу данных.',
    advice: 'Задайте fsync = on в postgresql.conf и перезапустите PostgreSQL.',
  },
  full_page_writes_off: {
    sentence: 'full_page_writes выключен: сбой питания может разрушить базу данных.',
    advice: 'Задайте full_page_writes = on в postgresql.conf и перечитайте настройки PostgreSQL.',
  },
  synchronous_commit_off: {
    sentence: 'synchronous_commit выключен: при сбое пропадут подтверждённые заказы и платежи.',
    advice: 'Задайте synchronous_commit = on для базы данных и роли панели.',
  },
  autovacuum_off: {
    sentence: 'Автоочистка выключена: таблицы растут без предела и замедляются.',
    advice: 'Задайте autovacuum = on и track_counts = on в postgresql.conf и перечитайте настройки.',
  },
  wraparound_near: {
    sentence: ({ percent }) =>
      `Израсходовано ${percent}% номеров транзакций. При 100% PostgreSQL откажется от изменений.`,
    advice: 'Выполните VACUUM (FREEZE) в этой базе и завершите транзакции, открытые много дней.',
  },
  wal_minimal: {
    sentence:
      'wal_level — minimal: физические бэкапы, восстановление на момент времени и реплики невозможны.',
    advice: 'Задайте wal_level = replica в postgresql.conf и перезапустите PostgreSQL.',
  },
  encoding_other: {
    sentence: ({ encoding }) => `Кодировка базы — ${encoding}: некоторые тексты не сохранить.`,
    advice: 'Создайте базу в кодировке UTF8 и перенесите данные в неё.',
  },
  collation_changed: {
    sentence: ({ stored, actual }) =>
      `Порядок сортировки системы сменился с версии ${stored} на ${actual}: индексы текстов могут быть неверны.`,
    advice: 'Выполните REINDEX DATABASE, затем ALTER DATABASE … REFRESH COLLATION VERSION.',
  },
  connections_good: {
    sentence: ({ max, needed }) => `База данных принимает соединений: до ${max}. Нужно: до ${needed}.`,
  },
  connections_few: {
    sentence: ({ max, needed }) => `База данных принимает соединений: до ${max}, а нужно: до ${needed}.`,
    advice: 'Увеличьте max_connections, уменьшите число процессов или поставьте пулер.',
  },
  role_good: { sentence: ({ role }) => `Роль ${role} не может изменить журнал операций.` },
  role_changes_ledger: {
    sentence: ({ role }) => `Роль ${role} может изменить журнал операций и его защиту.`,
    advice: 'Заведите для панели одну роль, а для миграций другую (docs/operating/database-roles.md).',
  },
  role_hides_tables: {
    sentence: ({ role }) => `Роль ${role} может создать таблицы, которые скроют настоящие.`,
    advice: '«npm run audit» выводит команду, которая это запретит (docs/operating/database-roles.md).',
  },

  workers_good: { sentence: ({ count }) => `Обработчиков запущено: ${count}.` },
  workers_none: {
    sentence: 'Нет запущенных обработчиков: заказы не отправляются, статусы и платежи не обновляются.',
    advice: 'Запустите процесс с ролью worker или all. Почему остановился прежний, сказано в его журнале.',
  },
  jobs_good: { sentence: 'Фоновые задачи выполняются без ошибок.' },
  job_failing: {
    sentence: ({ job }) => `Фоновая задача ${job} постоянно завершается ошибкой.`,
    advice: 'Ошибка с этим именем — в журнале. Задача повторяется, пока не выполнится.',
  },
  work_fenced: {
    sentence:
      'База восстановлена из бэкапа и заблокирована: заказы не отправляются, статусы и платежи не обновляются.',
    advice: 'Возобновить работу может владелец на панели управления или команда npm run resume.',
  },
  orders_sent: { sentence: ({ due }) => `Заказы отправляются вовремя; в очереди: ${number(due)}.` },
  orders_wait: {
    sentence: ({ due, minutes }) =>
      `Ждут отправки заказов: ${number(due)}, дольше всего — ${number(minutes)} мин.`,
    advice: 'Проверьте поставщиков ниже: нет ли паузы, нехватки средств или слишком медленной отправки.',
  },
  statuses_polled: {
    sentence: ({ due }) => `Статусы заказов обновляются вовремя; в очереди: ${number(due)}.`,
  },
  statuses_late: {
    sentence: ({ due, minutes }) =>
      `Статусы обновляются с опозданием: ${number(due)}, дольше всего — ${number(minutes)} мин.`,
    advice: 'Разрешите поставщику больше вызовов в секунду, если он это допускает.',
  },
  webhooks_handled: {
    sentence: ({ due }) => `Платёжные вебхуки обрабатываются вовремя; в очереди: ${number(due)}.`,
  },
  webhooks_wait: {
    sentence: ({ due, minutes }) =>
      `Ждут обработки платёжных вебхуков: ${number(due)}, дольше всего — ${number(minutes)} мин.`,
    advice:
      'Проверьте шлюз в «Способах оплаты». Ничего не потеряно: панель сама запрашивает статус открытых пополнений.',
  },

  providers_none: {
    sentence: 'Ни один поставщик не включён.',
    advice: 'Добавьте его в «Поставщиках», если не выполняете все заказы вручную.',
  },
  providers_good: { sentence: ({ count }) => `Поставщиков на связи: ${count}.` },
  provider_stopped: {
    sentence: ({ provider }) => `Отправка поставщику ${provider} остановлена.`,
    advice: 'Разберите его заказы на проверке, затем возобновите отправку на его странице.',
  },
  provider_paused: {
    sentence: ({ provider }) => `${provider} на паузе после ошибок.`,
    advice: 'Пауза закончится после первого удачного вызова. Последняя ошибка — на его странице.',
  },
  provider_refuses_funds: {
    sentence: ({ provider }) => `${provider} отклоняет заказы: недостаточно средств.`,
    advice: 'Пополните баланс на сайте поставщика. Ожидающие заказы отправятся автоматически.',
  },
  provider_refuses_key: {
    sentence: ({ provider }) => `${provider} не принимает ваш ключ API.`,
    advice: 'Введите ключ заново на его странице.',
  },
  provider_refuses_address: {
    sentence: ({ provider }) => `${provider} не принимает IP-адрес этого сервера.`,
    advice: 'Разрешите этот сервер в настройках своего аккаунта там.',
  },
  provider_costs_unclear: {
    sentence: ({ provider }) =>
      `Неясно, сколько на самом деле списывает ${provider}: его услуги сняты с продажи.`,
    advice: 'На его странице сказано, в чём расхождение — в валюте или в списании, — и как продолжить.',
  },
  provider_low: {
    sentence: ({ provider }) => `Баланс у поставщика ${provider} ниже заданного порога.`,
    advice: 'Пополните баланс на сайте поставщика.',
  },
  provider_silent: {
    sentence: ({ provider, minutes }) => `Последний ответ ${provider} — ${ago(minutes)}.`,
    advice: 'Запустите проверку подключения.',
  },
  provider_never_read: {
    sentence: ({ provider }) => `Ответов от ${provider} ещё не было.`,
    advice: 'Запустите проверку подключения.',
  },

  gateways_none: {
    sentence: 'Ни один платёжный шлюз не включён.',
    advice: 'Включите его в «Способах оплаты», если принимаете платежи не только вручную.',
  },
  gateway_good: {
    sentence: ({ gateway, minutes }) => `${gateway} включён; последний вебхук — ${ago(minutes)}.`,
  },
  gateway_quiet: { sentence: ({ gateway }) => `${gateway} включён; вебхуков ещё не было.` },
  gateway_refused: {
    sentence: ({ gateway, minutes }) => `Вебхук ${gateway} отклонён ${ago(minutes)}: неверная подпись.`,
    advice: 'Сверьте ключ или секрет вебхука со шлюзом. Пока панель сама запрашивает статус пополнений.',
  },
  gateway_list_unread: {
    sentence: ({ gateway, fault }) => `Не удалось прочитать список платежей ${gateway}: ${quote(fault)}`,
    advice: 'Проверьте шлюз в «Способах оплаты».',
  },

  email_none: {
    sentence: 'Почтовый сервер не настроен: письма ждут.',
    advice: 'Укажите его в настройках почты.',
  },
  email_sandbox: { sentence: 'Письма попадают в почту песочницы.' },
  email_unused: { sentence: 'Почтовый сервер настроен; в последнее время писем не было.' },
  email_good: { sentence: ({ minutes }) => `Последнее письмо отправлено ${ago(minutes)}.` },
  email_failing: {
    sentence: ({ due }) => `Почтовый сервер ничего не принимает; ждут новой попытки писем: ${number(due)}.`,
    advice: 'Отправьте пробное письмо в настройках почты: там будет причина.',
  },
  emails_failed: {
    sentence: ({ count }) => `Писем отклонено за сутки: ${number(count)}.`,
    advice: 'Причины — в разделе «Сбои»; там же письма можно отправить снова.',
  },
  emails_wait: {
    sentence: ({ due, minutes }) =>
      `Писем ждут отправки: ${number(due)}, дольше всего — ${number(minutes)} мин.`,
    advice: 'Отправьте пробное письмо в настройках почты: там будет причина.',
  },

  backup_good: {
    sentence: ({ minutes, bytes: size }) => `Последний бэкап сделан ${ago(minutes)} (${bytes(size)}).`,
  },
  backup_late: {
    sentence: ({ minutes, bytes: size }) => `Последний бэкап сделан ${ago(minutes)} (${bytes(size)}).`,
    advice: 'В разделе «Настройки → Бэкапы» видно, что случилось, и там же можно создать бэкап.',
  },
  backup_missing: {
    sentence: 'Автоматический бэкап не сделан вовремя.',
    advice: 'В разделе «Настройки → Бэкапы» видно, что случилось, и там же можно создать бэкап.',
  },
  backup_none: {
    sentence: 'Бэкапов нет.',
    advice: 'Включите автоматические бэкапы в разделе «Настройки → Бэкапы».',
  },
  backup_failed: {
    sentence: 'Последний бэкап не удался.',
    advice: 'Причина показана в разделе «Настройки → Бэкапы».',
  },
  backup_running: {
    sentence: ({ bytes: size }) => `Создаётся бэкап: записано ${bytes(size)}.`,
  },
  backup_checked: {
    sentence: ({ minutes }) => `Последняя проверка бэкапа — ${ago(minutes)}: восстановить можно.`,
  },
  backup_damaged: {
    sentence: ({ minutes }) =>
      `Последняя проверка бэкапа — ${ago(minutes)}: он непригоден для восстановления.`,
    advice: 'Причина показана в разделе «Настройки → Бэкапы». Создайте новый и проверьте его.',
  },
  backup_unknown: {
    sentence: ({ minutes }) => `Проверить бэкап не удалось (${ago(minutes)}).`,
    advice: 'Причина показана в разделе «Настройки → Бэкапы».',
  },

  ledger_good: { sentence: ({ minutes }) => `Журнал операций сходится, проверено ${ago(minutes)}.` },
  ledger_wrong: {
    sentence: 'Журнал операций не сходится.',
    advice: 'Запустите «npm run audit» и не меняйте балансы, пока не узнаете причину.',
  },
  ledger_unchecked: { sentence: 'Ночная проверка журнала операций ещё не проводилась.' },
  ledger_checked: {
    sentence: ({ minutes }) => `Проверка журнала операций прошла без ошибок ${ago(minutes)}.`,
  },
  ledger_check_late: {
    sentence: ({ minutes }) => `Журнал операций последний раз проверен ${ago(minutes)}.`,
    advice: 'Проверка идёт каждую ночь в процессе с ролью worker. Почему её не было, сказано в его журнале.',
  },
  ledger_broken: {
    sentence: ({ minutes, count }) =>
      `Проверка журнала операций (${ago(minutes)}) нашла нарушения: ${number(count)}.`,
    advice: 'Запустите «npm run audit» и не меняйте балансы, пока не узнаете причину.',
  },
}
