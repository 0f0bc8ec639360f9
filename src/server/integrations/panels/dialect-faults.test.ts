import { expect, test } from 'vitest'

import { classifyRefusal, isAboutOneId } from './judge-error.ts'
import { readAdd } from './read-add.ts'
import { readAnswer } from './read-answer.ts'
import { readError } from './read-error.ts'

// Longer than most: tables of error texts and shapes seen at real panels.

const said = (error: string) => ({ code: 'said', details: { error } }) as const
const add = (value: unknown, status = 200) => readAdd({ status, body: JSON.stringify(value) }, 'secret-key')

test.each([
  [{ error: 'Incorrect link' }],
  [{ error: true, message: 'Incorrect link' }],
  [{ error: 1, msg: 'Incorrect link' }],
  [{ error: 'true', message: 'Incorrect link' }],
  [{ error: { message: 'Incorrect link' } }],
  [{ errors: { link: ['Incorrect link'] }, message: 'The given data was invalid.' }],
  [{ status: false, msg: 'Incorrect link' }],
  [{ status: 'error', message: 'Incorrect link' }],
  [{ status: 0, msg: 'Incorrect link' }],
  [{ status: 400, message: 'Incorrect link' }],
  [{ success: false, data: { message: 'Incorrect link' } }],
  [{ success: 'false', message: ['Incorrect link'] }],
  [{ code: 400, msg: 'Incorrect link' }],
  [{ code: '422', message: 'Incorrect link' }],
  [{ Error: 'Incorrect link' }],
  [{ error_message: 'Incorrect link', error_code: 7 }],
  ['Incorrect link'],
])('an error written as %j is understood', (value) => {
  expect(readError(value)).toBe('Incorrect link')
  expect(add(value)).toEqual({ kind: 'rejected', fault: said('Incorrect link') })
  expect(readAnswer({ status: 200, body: JSON.stringify(value) }, 'k')).toEqual({
    ok: false,
    fault: said('Incorrect link'),
    isDown: false,
    about: undefined,
  })
})

test.each([
  [{ status: 'success', message: 'Incorrect link' }],
  [{ code: 200, msg: 'Incorrect link' }],
  [{ error: false, message: 'Incorrect link' }],
  [{ error: '', balance: '1' }],
  [{ balance: '1', status: 0 }],
  [{ status: 'Error', charge: '0.1', message: 'x' }],
  [{ '1': { error: 'Incorrect order ID' } }],
  [{ error_message: 'OK', error_code: 0, balance: '1' }],
])('%j is no error of the whole call', (value) => {
  expect(readAnswer({ status: 200, body: JSON.stringify(value) }, 'k')).toMatchObject({ ok: true })
})

test('a bare message is an error with an HTTP error status', () => {
  expect(add({ message: 'Unauthenticated.' }, 401)).toMatchObject({ kind: 'refused', about: 'key' })
  expect(readAnswer({ status: 401, body: '{"message":"Unauthenticated."}' }, 'k')).toMatchObject({
    isDown: false,
    about: 'key',
    fault: said('Unauthenticated.'),
  })
  expect(add({ message: 'Unauthenticated.' })).toMatchObject({ kind: 'unknown' })
})

const refusals = {
  key: [
    'API is Disable for this user or User Not Found! Contact the Support',
    'Unauthenticated.',
    'The key field is required.',
    'Invalid token',
    'Key not found',
    'API key không hợp lệ',
    'Sai API',
    'Tài khoản của bạn đã bị khóa',
    'Geçersiz API anahtarı',
    'API ANAHTARI GEÇERSİZ',
    'Hesabınız askıya alındı',
    'Неверный API ключ',
    'Неверный ключ',
    'Доступ запрещён',
    'Chave de API inválida',
    'Não autorizado',
    'Clave API incorrecta',
    'error.account.blocked',
    'bad_auth',
  ],
  funds: [
    'Số dư không đủ',
    'Số dư không đủ'.normalize('NFD'),
    'Số dư tài khoản không đủ, vui lòng nạp thêm',
    'Tài khoản không đủ tiền',
    'So du khong du',
    'Yetersiz bakiye',
    'YETERSİZ BAKİYE',
    'Bakiyeniz yetersiz',
    'Недостаточно средств',
    'Недостаточно средств на балансе',
    'Saldo insuficiente',
    'Fondos insuficientes',
    'Saldo Anda tidak mencukupi',
    'Not enough balance',
    "You don't have enough balance",
    'Insufficient wallet balance',
    'Your balance is not sufficient',
    'neworder.error.not_enough_funds',
    'الرصيد غير كاف',
    '余额不足',
  ],
  address: [
    'Your IP 1.2.3.4 is not allowed',
    'IP address 2001:db8::1 has been blocked',
    'IP not whitelisted',
    'Access from this server: IP 10.0.0.1 not in whitelist',
    'IP 1.2.3.4 không được phép truy cập',
    'IP adresinize izin verilmedi',
    'Ваш IP 1.2.3.4 заблокирован',
    'Seu IP 1.2.3.4 não é permitido',
  ],
  rate: [
    'Too many requests',
    'Please wait 5 seconds before the next request',
    'Quá nhiều yêu cầu, vui lòng thử lại sau',
    'Bạn thao tác quá nhanh',
    'Çok fazla istek gönderdiniz',
    'Слишком много запросов, попробуйте позже',
    'Превышен лимит запросов',
    'Muitas requisições, tente novamente mais tarde',
    'Demasiadas solicitudes',
  ],
  link_in_use: [
    'You have active order with this link. Please wait until order being completed.',
    'Đang có đơn hàng đang chạy với link này',
    'Link này đang có đơn hàng',
    'This link already has an active order',
    'Bu link için aktif bir siparişiniz var',
    'У вас уже есть активный заказ на эту ссылку',
    'Você já tem um pedido ativo com este link',
    'neworder.error.link_duplicate',
    'Link already exists in orders',
    'duplicate link',
    'Wait for the previous order to complete',
    'There is already an order in progress with this link',
    'Please wait for the previous order on this link to finish',
    'There is an order in progress for this URL',
    'Заказ с такой ссылкой уже выполняется',
    'Aktif siparişiniz var',
  ],
} as const

test.each(Object.entries(refusals).flatMap(([about, texts]) => texts.map((text) => [text, about])))(
  '"%s" refuses us: %s',
  (error, about) => {
    expect(add({ error })).toEqual({ kind: 'refused', fault: said(error), about })
  },
)

test.each([
  'Link không hợp lệ',
  'Đường dẫn không đúng định dạng, sai link',
  'Số lượng tối thiểu là 100',
  'Số lượng phải lớn hơn 50',
  'Dịch vụ không tồn tại',
  'Từ khóa không hợp lệ',
  'Mã dịch vụ không hợp lệ',
  'Geçersiz link',
  'Geçersiz bağlantı',
  'Geçersiz anahtar kelime',
  'Servis bulunamadı',
  'Minimum miktar 100',
  'Miktar en az 50 olmalıdır',
  'Неверная ссылка',
  'Некорректная ссылка',
  'Неверные ключевые слова',
  'Ссылка не найдена',
  'Количество меньше минимального 100',
  'Минимальное количество 100',
  'Услуга не найдена',
  'Link inválido',
  'Quantidade mínima é 100',
  'Quantidade inválida',
  'Palavra-chave inválida',
  'Serviço não encontrado',
  'Cantidad mínima 100',
  'Enlace incorrecto',
  'The link field is required.',
  'error.incorrect_service_id',
  'Min quantity: 100',
  'Minimum 100',
  'This service is currently disabled',
  'Service no longer available',
  'Account is private',
  'The quantity must be at least 100.',
  'The provided url is not valid. Please check the url and try again',
  'This services does not support Dripfeed feature!',
  'Interval time must to be less than or equal to 60 minutes',
  'neworder.error.posts',
  'neworder.error.expiry',
  'neworder.error.runs',
  'neworder.error.interval',
  'This action is invalid',
  'The account does not exists',
  'Link is in blacklist',
  'This video is age restricted',
  'Order limit reached for this link',
  'Layanan tidak ditemukan',
  'Layanan tidak tersedia',
  'Layanan nonaktif',
  'Minimal pesan 100',
  'Sorry, the service is temporarily disabled',
])('"%s" is certainly about the order, and does not refuse us', (error) => {
  expect(classifyRefusal(error)).toBeUndefined()
  expect(add({ error })).toEqual({ kind: 'rejected', fault: said(error) })
})

test.each([
  'Lỗi hệ thống, số dư không đủ',
  'Lỗi máy chủ: link không hợp lệ',
  'Có lỗi xảy ra, vui lòng thử lại',
  'Sunucu hatası',
  'Sistem hatası: yetersiz bakiye',
  'Bağlantı hatası',
  'Bir hata oluştu, link geçersiz olabilir',
  'Внутренняя ошибка: неверная ссылка',
  'Ошибка сервера, недостаточно средств',
  'Произошла ошибка',
  'Попробуйте позже',
  'Erro interno: saldo insuficiente',
  'Erro no servidor',
  'Serviço temporariamente indisponível',
  'Tente novamente mais tarde',
  'Không có đơn hàng với link này',
  'Đặt hàng thất bại',
  'Sipariş oluşturulamadı',
  'Заказ не создан',
  'Falha ao criar o pedido',
  'Duplicate order',
  'Service unavailable',
  'User not found',
  'The provider names no reason',
])('"%s" may come after the order was taken: unknown', (error) => {
  expect(add({ error })).toMatchObject({ kind: 'unknown' })
})

test.each([
  [{ code: 503, msg: 'Incorrect link' }],
  [{ code: 429, msg: 'Incorrect link' }],
  [{ status: 500, error: 'Incorrect link' }],
  [{ error: true }],
  [{ status: 'error' }],
  [{ success: false }],
])('%j may come after the order was taken: unknown', (value) => {
  expect(add(value)).toMatchObject({ kind: 'unknown' })
})

test('an error as plain text is understood when its text is known', () => {
  const read = (body: string, status = 200) => readAdd({ status, body }, 'secret-key')
  expect(read('Incorrect link')).toEqual({ kind: 'rejected', fault: said('Incorrect link') })
  expect(read('Invalid API key secret-key')).toMatchObject({ kind: 'refused', about: 'key' })
  expect(JSON.stringify(read('Invalid API key secret-key'))).not.toContain('secret-key')
  for (const [body, status] of [
    ['no healthy upstream', 200],
    ['Incorrect link', 502],
    ['<p>Incorrect link</p>', 200],
    ['Internal error: incorrect link', 200],
    ['Order received. Please wait until order being completed', 200],
    ['Your order was placed successfully. Minimum: 100', 200],
  ] as const)
    expect(read(body, status)).toMatchObject({ kind: 'unknown' })
  const asked = (body: string) => readAnswer({ status: 200, body }, 'secret-key')
  expect(asked('Invalid API key')).toMatchObject({ isDown: false, about: 'key' })
  expect(asked('Pesanan tidak ditemukan')).toMatchObject({ isDown: false, about: undefined })
  expect(asked('no healthy upstream')).toMatchObject({ isDown: true })
})

test.each([
  'Pesanan tidak ditemukan',
  'No query results for model [App\\Models\\Order] 7',
  'No query results\nfor model',
])('"%s" is about an id in the call, and says nothing about an order being sent', (error) => {
  expect(isAboutOneId(error)).toBe(true)
  expect(add({ error })).toMatchObject({ kind: 'unknown' })
})

test('a warning of a breakdown before an error makes it unknown, another one does not', () => {
  const read = (before: string) =>
    readAdd({ status: 200, body: `${before}\n{"error":"Incorrect link"}` }, 'k').kind
  expect(read('Warning: Undefined array key "runs" in /a.php on line 3')).toBe('rejected')
  expect(read('Warning: mysqli_query(): MySQL server has gone away')).toBe('unknown')
  expect(read('Warning: curl_exec(): timed out')).toBe('unknown')
})

test('our key is in no sentence, wherever a provider puts it', () => {
  const told = JSON.stringify({ success: false, data: { message: 'API secret-key is wrong' } })
  const location = 'https://panel.example/secret-key/api'
  expect(JSON.stringify(readAnswer({ status: 200, body: told }, 'secret-key'))).not.toContain('secret-key')
  expect(JSON.stringify(readAnswer({ status: 301, body: '', location }, 'secret-key'))).not.toContain(
    'secret-key',
  )
})
