import { cryptomus } from './cryptomus.ts'
import type { GatewayData } from './gateway-data.ts'

export const heleket = {
  id: 'heleket',
  name: 'Heleket',
  fields: cryptomus.fields,
  cards: [{ id: 'heleket', label: 'Heleket (USDT bep20)', value: 'heleket', note: null }],
  information: {
    en: 'Payments go through Heleket, in USDT on the BEP20 network.',
    vi: 'Thanh toán qua Heleket bằng USDT trên mạng BEP20.',
    ru: 'Оплата идёт через Heleket в USDT, сеть BEP20.',
  },
} as const satisfies GatewayData
