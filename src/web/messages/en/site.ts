import { texts } from '#web/platform/i18n/table.ts'

export const site = texts({
  landingTitle: 'Social media growth, priced before you order',
  landingDescription:
    'A prepaid panel for followers, likes, views and more on Instagram, Facebook, YouTube, TikTok, Twitter and Telegram. See every price before you order.',
  heroTitle: 'Social growth, priced up front and tracked to the last like.',
  heroLead:
    'Followers, views and engagement for Instagram, TikTok, YouTube, Facebook, Twitter and Telegram. Top up once, then order with a link and a number.',
  heroBonus: '+{percent}% bonus on deposits from {from}',
  heroBonusMore: '+{percent}% from {from}',
  createAccount: 'Create free account',
  seePrices: 'See all prices',
  goToDashboard: 'Go to Dashboard',
  seal: 'Nothing is rounded in a price: this ledger counts in units of 0.00000001 USD.',
  featureExact: 'Exact prices',
  featureExactText:
    'The total is shown to 8 decimals before you place an order, and that is what is charged.',
  featureRefund: 'Undelivered is returned',
  featureRefundText:
    'If an order is delivered in part or canceled, the rest goes back to your balance by itself.',
  featureOnce: 'Charged once',
  featureOnceText: 'Two clicks, a lost connection or a reload never make two orders of one.',
  featureLive: 'Live progress',
  featureLiveText: 'Start count, remaining quantity and status change on the page while you watch.',
  servicesTitle: 'Six platforms, one balance',
  servicesLead: 'Open a platform to see what it offers and at which rate per 1,000.',
  howTitle: 'How it works',
  howOne: 'Add funds',
  howOneText: 'Choose an amount. The bonus is shown before you pay.',
  howTwo: 'Place an order',
  howTwoText: 'Pick a service, paste the link, say how many.',
  howThree: 'Watch it arrive',
  howThreeText: 'Follow each order from pending to completed.',
  faqTitle: 'Questions',
  claimsTitle: 'In figures',
  testimonialsTitle: 'What customers say',
  callTitle: 'Open an account, look at the prices, decide then.',
})
