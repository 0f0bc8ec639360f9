import type { GatewayData } from './gateway-data.ts'

export const stripe = {
  id: 'stripe',
  name: 'Stripe',
  fields: {
    // Identifies the account and is compared with the key's account.
    account: {
      isSecret: false,
      label: {
        en: 'Account id (acct_…)',
        vi: 'ID tài khoản (acct_…)',
        ru: 'ID аккаунта (acct_…)',
      },
    },
    key: {
      isSecret: true,
      label: { en: 'Secret key (sk_…)', vi: 'Khóa bí mật (sk_…)', ru: 'Секретный ключ (sk_…)' },
    },
    webhook_secret: {
      isSecret: true,
      label: {
        en: 'Signing secret of the webhook (whsec_…)',
        vi: 'Khóa ký của webhook (whsec_…)',
        ru: 'Секрет подписи вебхука (whsec_…)',
      },
    },
  },
  // The specification's first card (spec §9), unavailable until this gateway is set up.
  cards: [{ id: 'card', label: 'VISA/MasterCard', value: 'card', note: null }],
  information: {
    en: 'Cards are charged by Stripe, in USD. This site never sees the number of your card.',
    vi: 'Thanh toán bằng thẻ qua Stripe, tính bằng USD. Trang này không bao giờ thấy số thẻ của bạn.',
    ru: 'Оплата картой идёт через Stripe в USD. Номер карты этому сайту не виден.',
  },
  warning: {
    en: "Stripe's list of restricted businesses names “Social media activity”. Ask Stripe before you open an account: it may close it and hold the money.",
    vi: 'Danh sách ngành hạn chế của Stripe có mục “Social media activity”. Hãy hỏi Stripe trước khi mở tài khoản: họ có thể đóng tài khoản và giữ tiền.',
    ru: 'В списке ограниченных видов деятельности Stripe есть «Social media activity». Спросите Stripe, прежде чем открывать аккаунт: его могут закрыть, а деньги — удержать.',
  },
} as const satisfies GatewayData
