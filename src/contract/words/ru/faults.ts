import type { SentFault } from '#contract/base/codes.ts'
import { formatIn } from '#contract/base/format.ts'
import { quoteFault } from '#contract/words/fault-sentence.ts'
import type { FaultWords } from '#contract/words/words.ts'

const { bytes } = formatIn('ru')

/** Used after a colon, so they begin with a lower-case letter. */
export const faults: FaultWords = {
  address_refused: 'адрес не публичный; частные сети указываются в ALLOW_PRIVATE_ADDRESSES',
  address_odd: 'некорректный адрес',
  name_unknown: 'имя сервера не найдено',
  name_not_looked_up: 'сейчас не удаётся узнать адрес сервера по имени',
  connection_refused: 'сервер не принимает соединения',
  connection_reset: 'соединение сброшено',
  connection_closed: 'соединение закрыто',
  connection_failed: ({ error_code: code }) =>
    code === '' ? 'ошибка соединения' : `ошибка соединения (${code})`,
  unreachable: 'сервер недоступен',
  not_connected: 'сервер не отвечает',
  tls_failed: ({ error_code: code }) =>
    code === ''
      ? 'не удалось установить защищённое соединение'
      : `не удалось установить защищённое соединение (${code})`,
  no_answer: 'ответ не получен вовремя',
  stopped: 'остановлено',
  answer_too_large: 'ответ слишком велик',
  answer_packed: 'ответ не удалось распаковать',
  said: ({ error }) => `ответ: ${error}`,
  said_to_many: ({ error, customers }) =>
    `заказы клиентов (${customers}) отклонены с одним и тем же неизвестным сообщением: ${error}`,
  no_reason: 'причина не указана',
  said_with_status: ({ http_status: status, error }) => `HTTP ${status}: ${error}`,
  http_status: ({ http_status: status }) => `ответ HTTP ${status}`,
  moved: ({ location }) => `адрес изменился на ${location}: укажите его`,
  not_json: 'ответ — не JSON',
  no_balance: 'в ответе нет баланса',
  no_services: 'услуг нет',
  no_order_id: 'в ответе нет ID заказа',
  order_id_with_error: ({ provider_order: id, error }) => `получен ID ${id} вместе с ошибкой: ${error}`,
  order_id_held: ({ provider_order: id, held_by: holder }) =>
    `получен ID ${id}, который принадлежит заказу ${holder}`,
  accepted_too_late: ({ provider_order: id }) =>
    `принят под номером ${id} уже после другого решения по заказу`,
  order_id_released: ({ provider_order: id }) => `ID ${id} освобождён вручную`,
  no_refill_id: 'в ответе нет ID рефилла',
  refill_left_out: 'в ответе нет этого рефилла',
  refill_status: ({ status }) => `статус в ответе: ${status}`,
  other_currency: ({ currency, account_currency: own }) =>
    `баланс в ${currency}, а в аккаунте указано ${own}`,
  sending_cut_short: 'отправка прервана',
  decided_meanwhile: 'решение по заказу изменилось до отправки',
  provider_takes_none: 'поставщик сейчас не принимает заказы',
  sent_too_late: 'время для отправки истекло',
  no_key: 'ключ ещё не введён',
  key_unreadable: 'ключ не читается: введите его снова',
  many_waiting: 'в очереди слишком много вызовов',
  no_gateway_account: 'платёжный шлюз не настроен',
  no_list: 'в ответе нет списка платежей',
  no_payment: 'в ответе нет платежа',
  other_payment: 'ответ относится к другому платежу',
  payment_not_found: 'платёж не найден',
  payment_not_listed: ({ payments }) => `платежа нет среди последних ${payments}`,
  list_too_long: 'список слишком длинный, прочитать его не удалось',
  earlier_try: 'предыдущая попытка ещё может пройти',
  deposit_unknown: ({ status }) => `статус ${status}, но такого пополнения в этой базе нет`,
  keys_refused: 'ключи API не приняты',
  keys_missing: 'без ключей API о платежах сообщают только вебхуки',
  key_of_other: ({ account }) => `ключ принадлежит аккаунту ${account}`,
  certificate_expired: 'срок действия сертификата истёк',
  certificate_early: 'сертификат ещё не действует',
  certificate_self_signed: 'сертификат самоподписанный',
  certificate_untrusted: 'сертификат подписан неизвестным удостоверяющим центром',
  certificate_incomplete: 'сервер не отправляет промежуточные сертификаты',
  certificate_other_name: 'сертификат выдан на другое имя',
  sign_in_refused: ({ error }) => `имя пользователя или пароль не приняты: ${error}`,
  sender_refused: ({ error }) => `адрес отправителя не принят: ${error}`,
  receiver_refused: ({ error }) => `получатель не принят: ${error}`,
  email_refused: ({ error }) => `письмо отклонено: ${error}`,
  no_mail_protocol: ({ error }) => `непонятный ответ: ${error}`,
  job_failed: 'ошибка задачи; подробности в журнале сервера',
  job_timed_out: 'задача выполнялась слишком долго',
  job_killed: 'сервер останавливался при каждой попытке',
  restored: 'поставлено в очередь до восстановления из бэкапа и могло быть отправлено позже',
  other_bytes: 'прочитанный файл отличается от сохранённого',
  disk_full: 'диск заполнен',
  disk_closed: 'нет прав на запись в папку',
  folder_missing: 'папки нет',
  disk_failed: ({ error_code: code }) => (code === '' ? 'сбой диска' : `сбой диска (${code})`),
  backup_damaged: 'бэкап неполон или изменён',
  backup_passphrase: 'бэкап зашифрован другим паролем',
  backup_unfit: 'бэкап создан другой версией, или его базу меняли вручную',
  backup_gone: 'файла бэкапа больше нет',
  backup_of_cluster: 'распределённую базу так скопировать нельзя',
  backup_no_storage: 'файлы лежат в бакете, а в разделе «Настройки → Файлы» он не указан',
  backup_no_space: ({ folder, needed_bytes: needed, free_bytes: free }) =>
    `не хватает места в ${folder}: нужно ${bytes(needed)}, свободно ${bytes(free)}`,
  backup_other_folder:
    'в папке нет ни одного из прежних бэкапов: подключён ли диск? Чтобы начать в ней заново, создайте в ней файл tally-and-reach-backups.txt',
  backup_no_files: 'не найден ни один из сохранённых файлов',
  backup_lacks_files: ({ files }) => `в хранилище не нашлось файлов: ${files}`,
  no_embedded_postgres: 'не установлен PostgreSQL, нужный для проверки',
  no_translation: 'ответ — не перевод',
}

export const quote = (fault: SentFault): string => quoteFault(faults, fault)
