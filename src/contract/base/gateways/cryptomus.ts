import type { GatewayData } from './gateway-data.ts'

export const cryptomus = {
  id: 'cryptomus',
  name: 'Cryptomus',
  fields: {
    merchant: {
      isSecret: false,
      label: { en: 'Merchant id', vi: 'ID người bán', ru: 'ID мерчанта' },
    },
    key: { isSecret: true, label: { en: 'Payment key', vi: 'Khóa thanh toán', ru: 'Платёжный ключ' } },
  },
  // Spec §9: two cards that send the same value.
  cards: [
    {
      id: 'cryptomus',
      label: 'Cryptomus (USDT bep20)',
      value: 'cryptomus',
      note: null,
      isAlwaysListed: true,
    },
    {
      id: 'payeer',
      label: 'Payeer',
      value: 'cryptomus',
      note: { en: 'via Cryptomus', vi: 'qua Cryptomus', ru: 'через Cryptomus' },
      isAlwaysListed: true,
    },
  ],
  information: {
    en: 'Payments go through Cryptomus, in USDT on the BEP20 network.',
    vi: 'Thanh toán qua Cryptomus bằng USDT trên mạng BEP20.',
    ru: 'Оплата идёт через Cryptomus в USDT, сеть BEP20.',
  },
} as const satisfies GatewayData
