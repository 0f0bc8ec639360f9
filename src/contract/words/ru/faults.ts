import { formatIn } from '#contract/base/format.ts'
import type { FaultWords } from '#contract/words/words.ts'

const { bytes } = formatIn('ru')

/** They follow a colon, and so begin small. */
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
  said_with_status: ({ http_status: status, error }) => `HTTP ${status}: ${error}`,
  http_status: ({ http_status: status }) => `ответ HTTP ${status}`,
  moved: ({ location }) => `адрес изменился на ${location}: укажите его`,
  not_json: 'ответ — не JSON',
  no_balance: 'в ответе нет баланса',
  no_services: 'услуг нет',
  no_order_id: 'в ответе нет ID заказа',
  order_id_with_error: ({ provider_order: id, error }) => `получен ID ${id} вместе с ошибкой: ${error}`,
  other_currency: ({ currency, account_currency: own }) =>
    `баланс в ${currency}, а в аккаунте указано ${own}`,
  sending_cut_short: 'отправка прервана',
  no_key: 'ключ ещё не введён',
  key_unreadable: 'ключ не читается: введите его снова',
  many_waiting: 'слишком много вызовов ждут очереди',
  sign_in_refused: ({ error }) => `имя пользователя или пароль не приняты: ${error}`,
  sender_refused: ({ error }) => `адрес отправителя не принят: ${error}`,
  receiver_refused: ({ error }) => `получатель не принят: ${error}`,
  letter_refused: ({ error }) => `письмо отклонено: ${error}`,
  no_mail_protocol: ({ error }) => `непонятный ответ: ${error}`,
  job_failed: 'ошибка задачи; подробности в журнале сервера',
  job_timed_out: 'задача выполнялась слишком долго',
  job_killed: 'сервер останавливался при каждой попытке',
  restored: 'поставлено в очередь до восстановления из резервной копии и могло быть отправлено позже',
  other_bytes: 'прочитанный файл отличается от сохранённого',
  disk_full: 'диск заполнен',
  disk_closed: 'в папку нельзя записывать',
  folder_missing: 'папки нет',
  disk_failed: ({ error_code: code }) => (code === '' ? 'сбой диска' : `сбой диска (${code})`),
  backup_damaged: 'бэкап неполон или изменён',
  backup_passphrase: 'бэкап зашифрован другим паролем',
  backup_unfit: 'бэкап создан другой версией, или его базу меняли вручную',
  backup_gone: 'файла бэкапа больше нет',
  backup_of_cluster: 'распределённую базу так скопировать нельзя',
  backup_no_storage: 'файлы лежат в бакете, а в настройках хранилища он не указан',
  backup_no_space: ({ folder, needed_bytes: needed, free_bytes: free }) =>
    `не хватает места в ${folder}: нужно ${bytes(needed)}, свободно ${bytes(free)}`,
  backup_other_folder:
    'в папке нет ни одного из прежних бэкапов: подключён ли диск? Чтобы начать в ней заново, создайте в ней файл tally-and-reach-backups.txt',
  backup_no_files: 'не найден ни один из сохранённых файлов',
  backup_lacks_files: ({ files }) => `без файлов, которых не было в хранилище: ${files}`,
  no_embedded_postgres: 'не установлен PostgreSQL, нужный для проверки',
  no_translation: 'ответ — не перевод',
  note: ({ text }) => text,
}
