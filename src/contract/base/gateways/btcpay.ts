import type { GatewayData } from './gateway-data.ts'

export const btcpay = {
  id: 'btcpay',
  name: 'BTCPay Server',
  fields: {
    // Operators host it themselves, often in their own network (ALLOW_PRIVATE_ADDRESSES).
    url: {
      isSecret: false,
      label: { en: 'Address of the server', vi: 'Địa chỉ máy chủ', ru: 'Адрес сервера' },
    },
    store: { isSecret: false, label: { en: 'Store id', vi: 'ID cửa hàng', ru: 'ID магазина' } },
    key: { isSecret: true, label: { en: 'API key', vi: 'Khóa API', ru: 'Ключ API' } },
    webhook_secret: {
      isSecret: true,
      label: { en: 'Secret of the webhook', vi: 'Khóa bí mật của webhook', ru: 'Секрет вебхука' },
    },
  },
  cards: [{ id: 'btcpay', label: 'Bitcoin (BTCPay)', value: 'btcpay', note: null }],
  information: {
    en: 'Payments in bitcoin go to our own BTCPay Server; the amount is in USD.',
    vi: 'Thanh toán bằng bitcoin qua máy chủ BTCPay của chúng tôi; số tiền tính bằng USD.',
    ru: 'Оплата биткоином идёт через наш сервер BTCPay; сумма указана в USD.',
  },
} as const satisfies GatewayData
