import type { GatewayData } from './gateway-data.ts'

export const payeer = {
  id: 'payeer',
  name: 'Payeer',
  fields: {
    shop: { isSecret: false, label: { en: 'Merchant id', vi: 'ID người bán', ru: 'ID мерчанта' } },
    key: { isSecret: true, label: { en: 'Secret key', vi: 'Khóa bí mật', ru: 'Секретный ключ' } },
    account: {
      isSecret: false,
      isOptional: true,
      label: {
        en: 'API: account number (P…)',
        vi: 'API: số tài khoản (P…)',
        ru: 'API: номер счёта (P…)',
      },
    },
    api_id: {
      isSecret: false,
      isOptional: true,
      label: { en: 'API: user id', vi: 'API: ID người dùng', ru: 'API: ID пользователя' },
    },
    api_pass: {
      isSecret: true,
      isOptional: true,
      label: { en: 'API: secret key', vi: 'API: khóa bí mật', ru: 'API: секретный ключ' },
    },
  },
  // The specification's third card (spec §9); another gateway offers it until this one is set up.
  cards: [{ id: 'payeer', label: 'Payeer', value: 'payeer', note: null }],
  information: {
    en: 'Payments go through Payeer, in USD.',
    vi: 'Thanh toán qua Payeer bằng USD.',
    ru: 'Оплата идёт через Payeer в USD.',
  },
  warning: {
    en: 'Lithuania fined Payeer EUR 9.29 million in July 2024 for breaches of sanctions and of the rules against money laundering. Find out whether you may use it before you open an account.',
    vi: 'Tháng 7/2024, Litva phạt Payeer 9,29 triệu EUR vì vi phạm lệnh trừng phạt và quy định chống rửa tiền. Hãy tìm hiểu xem bạn có được phép dùng không trước khi mở tài khoản.',
    ru: 'В июле 2024 года Литва оштрафовала Payeer на 9,29 млн евро за нарушение санкций и правил против отмывания денег. Прежде чем открывать счёт, выясните, можно ли вам им пользоваться.',
  },
} as const satisfies GatewayData
