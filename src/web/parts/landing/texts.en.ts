import { texts } from '#web/platform/i18n/table.ts'

export const siteText = texts({
  landingTitle: 'Social media growth, priced before you order',
  landingDescription:
    'A prepaid panel for followers, likes, views and more on Instagram, Facebook, YouTube, TikTok, Twitter and Telegram. See every price before you order.',
  heroTitle: 'Social growth, priced up front and tracked to the last like.',
  heroLead:
    'Followers, views and engagement for Instagram, TikTok, YouTube, Facebook, Twitter and Telegram. Top up once, then order with a link and a number.',
  heroBonus: '+{percent}% bonus on deposits from {from}',
  heroBonusMore: '+{percent}% from {from}',
  createAccount: 'Create Free Account',
  seePrices: 'See All Prices',
  seal: 'Prices are never rounded: the ledger counts in units of 0.00000001 USD.',
  featureExact: 'Exact prices',
  featureExactText: "You see the total to 8 decimals before you order, and that's what you're charged.",
  featureRefund: 'Automatic refunds',
  featureRefundText:
    'If an order is canceled or only partly delivered, the rest is refunded to your balance automatically.',
  featureOnce: 'Charged once',
  featureOnceText: 'A double click, a lost connection or a reload never places an order twice.',
  featureLive: 'Live progress',
  featureLiveText: 'Start count, remaining quantity and status update while you watch.',
  servicesTitle: 'Six platforms, one balance',
  servicesLead: 'Choose a platform to see its services and rates per 1,000.',
  howTitle: 'How it works',
  howOne: 'Add funds',
  howOneText: 'Choose an amount. The bonus is shown before you pay.',
  howTwo: 'Place an order',
  howTwoText: 'Pick a service, paste the link and enter a quantity.',
  howThree: 'Track delivery',
  howThreeText: 'Follow each order from pending to completed.',
  faqTitle: 'Questions',
  claimsTitle: 'In numbers',
  testimonialsTitle: 'What customers say',
  callTitle: 'Create an account, compare prices, then decide.',
})

/** Questions and answers: each must be true of what the code does. */
export const faqText = texts({
  title: 'FAQ',
  description:
    'Answers about payments, delivery times, drops and refills, refunds, links and privacy, the API and the security of your account.',
  lead: "How this panel works. If your question isn't answered here, contact us.",
  search: 'Search the questions',
  find: 'Find',
  none: "No questions match “{query}”. Contact us and we'll answer.",
  all: 'Show All Questions',
  ask: 'Contact Us',
  askTitle: 'Still have a question?',
  payingTopic: 'Payments',
  deliveryTopic: 'Delivery',
  refillsTopic: 'Drops, refills and refunds',
  linksTopic: 'Links and privacy',
  accountTopic: 'Your account',
  apiTopic: 'API',
  neverTopic: "What we don't do",
  operatorTopic: 'About this panel',
  charged: 'When is my balance charged?',
  chargedAnswer:
    'When you place an order: once, with the total you were shown. A double click, a lost connection or a reload never places an order twice.',
  topUp: 'How do I add funds?',
  topUpAnswer:
    "Sign in, open Add Funds, choose an amount and a payment method, and pay on the gateway's page. Then you return to a page that shows the payment's status.",
  paymentSlow: "I paid, but my balance didn't change. What now?",
  paymentSlowAnswer:
    "Wait a few minutes: the gateway notifies us once the payment is confirmed, and we keep checking until a day after the invoice expires. Late payments are credited too. If a payment doesn't match its invoice, our support team reviews it first. In that case, open a ticket with the payment ID.",
  bonus: 'How does the bonus work?',
  bonusAnswer:
    'A deposit that reaches a bonus tier gets the bonus immediately. Add Funds shows the tiers before you pay.',
  currency: 'Which currency is everything in?',
  currencyAnswer:
    'In US dollars, exact to 8 decimals. Rates are for 1,000 units, unless a service is sold as a package.',
  cashOut: 'Can I get my deposit back?',
  cashOutAnswer:
    'Ask us in a ticket. Undelivered orders are refunded to your balance automatically. Paying out a deposit is decided case by case, and its bonus is deducted.',
  start: 'When does an order start?',
  startAnswer:
    "Each service shows how long its recent orders took on average, once some have been delivered. It's a measurement, not a promise: platforms and providers have slow days.",
  status: 'What do the statuses mean?',
  statusAnswer:
    'Pending: waiting to be sent to the provider. Processing: being delivered. Completed: fully delivered. Partial: partly delivered, with the rest refunded. Canceled and Refunded: the money is back in your balance. Refilling: drops are being refilled.',
  startCount: 'Why does the start count matter?',
  startCountAnswer:
    "It's the count on your link before delivery began. Anything above it counts as delivered, so don't place a second order for the same link until the first one has finished.",
  cancel: 'Can I cancel an order?',
  cancelAnswer:
    "Before it's sent, you can cancel immediately for a full refund. Later, only if the service allows it: we ask the provider, and whatever isn't delivered is refunded once they confirm.",
  drop: 'What if followers or likes drop later?',
  dropAnswer:
    "Platforms remove some engagement, and some drops over time. Services with refill replace it. Services without refill don't, and cost less.",
  refill: 'How do I request a refill?',
  refillAnswer:
    "Open the order, or find it in Order History, and choose Refill Order. If a refill isn't available yet, you'll see why.",
  partial: 'What is a partial order?',
  partialAnswer:
    'The provider delivered part of it and stopped. The undelivered share of the price is refunded to your balance automatically, rounded down once at the eighth decimal.',
  refund: 'How fast is a refund?',
  refundAnswer:
    'Refunds are made as soon as we learn that an order was canceled or only partly delivered. They go to your balance and appear in Transactions.',
  public: 'Does my account need to be public?',
  publicAnswer: "Yes, until the order is finished. We can't deliver to a private profile or a deleted post.",
  which: 'Which link should I enter?',
  whichAnswer:
    "The link you'd open in a browser: the profile for followers, the post or video for likes, views and comments. The order form tells you which, and warns you if a link doesn't look right.",
  privacy: 'Who sees my orders?',
  privacyAnswer:
    'You and our staff. The provider that delivers an order gets its link, quantity and any details the service requires, but never your name, email or balance.',
  data: 'Can I have my data deleted?',
  dataAnswer:
    'Yes, contact us. We delete your name, email, sign-ins, keys and messages. Your orders and transactions are kept for bookkeeping, without your name.',
  password: 'Do you need my social media password?',
  passwordAnswer:
    'No, never. An order only needs a public link. Anyone who asks for your social media password, even in our name, is trying to steal your account.',
  forgot: 'I forgot my password.',
  forgotAnswer:
    "Choose Forgot password on the login page. We'll email you a link that works once and expires after an hour. Setting a new password signs you out everywhere.",
  stolen: 'Someone else was in my account.',
  stolenAnswer:
    "Set a new password immediately: this signs out every session. Then revoke any API keys you don't recognize, and contact us.",
  letters: 'Which emails do you send?',
  lettersAnswer:
    'Security emails always, order and payment emails unless you turn them off, and promotions only if you opt in. You can unsubscribe with one click.',
  key: 'Is there an API?',
  keyAnswer:
    'Yes. Create a key in Account Settings → API to list services, place orders and check your balance from your own apps. The key is shown once, stored as a hash, and can be limited to IP addresses and a daily amount.',
  twice: 'How do I make sure my app never orders twice?',
  twiceAnswer:
    'Send an Idempotency-Key with each order. Sending the same key and body again returns the same response, and nothing is charged twice.',
  rates: 'Do API orders cost the same?',
  ratesAnswer:
    'Yes. Every order is priced from the catalogue and your discount, and an order is rejected if the price has changed since you read it.',
  fake: "What don't you do?",
  fakeAnswer:
    "We don't make up figures, testimonials or countdowns, don't ask for social media passwords, and don't send an order again when a provider doesn't respond: our staff check first.",
  rules: 'Is buying followers allowed?',
  rulesAnswer:
    "Platforms prohibit artificial engagement and may remove it, and in some countries buying or selling indicators of influence known to be fake is illegal. Only order for content you're allowed to promote, and where it's legal.",
  guarantee: 'Do you guarantee results?',
  guaranteeAnswer:
    "We guarantee the refund: whatever isn't delivered is returned. No one can guarantee what a platform shows or keeps.",
})
