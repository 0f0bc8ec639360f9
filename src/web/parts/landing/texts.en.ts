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
  createAccount: 'Create free account',
  seePrices: 'See all prices',
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

/** Questions and their answers: each is true of what the code does. */
export const faqText = texts({
  title: 'Questions and answers',
  description:
    'Paying, delivery times, drops and refills, refunds, links and privacy, the API, and the safety of your account: answered as the panel really works.',
  lead: 'As this panel really works. Whatever is not answered here, a person answers.',
  search: 'Search the questions',
  find: 'Find',
  none: 'No question fits “{query}”. Write to us, and a person answers.',
  all: 'Show all questions',
  ask: 'Write to us',
  askTitle: 'Not answered?',
  payingTopic: 'Paying',
  deliveryTopic: 'Delivery',
  refillsTopic: 'Drops, refills and refunds',
  linksTopic: 'Links and privacy',
  accountTopic: 'Your account',
  apiTopic: 'API',
  neverTopic: 'What we do not do',
  operatorTopic: 'From this panel',
  charged: 'When is my balance charged?',
  chargedAnswer:
    'When you place an order: once, with the total that was shown to you. Two clicks, a lost connection or a reload never make two orders of one.',
  topUp: 'How do I add funds?',
  topUpAnswer:
    "Sign in, open Add Funds, choose an amount and a payment method, and pay on the gateway's own page. You come back to a page that shows how the payment stands.",
  paymentSlow: 'I paid, and my balance did not change. What now?',
  paymentSlowAnswer:
    "Wait some minutes: the gateway tells us when the network has confirmed the payment, and we ask it again and again until a day after the invoice ended. A payment that arrives late is credited too. If it does not match its invoice, a person looks at it before anything is credited; a ticket with the payment's number helps then.",
  bonus: 'How does the bonus work?',
  bonusAnswer:
    'A deposit that reaches a step of the bonus brings the bonus with it, in the same moment. The steps are shown on Add Funds before you pay.',
  currency: 'Which currency is everything in?',
  currencyAnswer:
    'In US dollars, exact to 8 decimals. Rates are for 1,000 units, unless a service is sold as a package.',
  cashOut: 'Can I get my deposit paid back?',
  cashOutAnswer:
    'Ask us by a ticket. Undelivered orders go back to your balance by themselves; paying a deposit back to you is decided by a person, and a bonus that came with it is taken back with it.',
  start: 'When does an order start?',
  startAnswer:
    'Each service shows how long its last orders took on average, as soon as some were delivered. That is a measurement and not a promise: platforms and providers have slow days.',
  status: 'What do the statuses mean?',
  statusAnswer:
    'Pending waits to be sent to the provider, Processing is being delivered, Completed is delivered in full, Partial was delivered in part with the rest returned, Canceled and Refunded came back to your balance, and Refilling is being topped up.',
  startCount: 'Why does the start count matter?',
  startCountAnswer:
    'It is what the provider saw at your link before delivery began. Delivered is what came on top of it, so please do not start a second order for the same link before the first is over.',
  cancel: 'Can I cancel an order?',
  cancelAnswer:
    'While it has not been sent, at once and with the whole price returned. Later only where the service allows it: we ask the provider, and what was not delivered is returned when it says so.',
  drop: 'What if followers or likes drop later?',
  dropAnswer:
    'Platforms remove what they do not like, and some of it drops by itself. Services marked with a refill replace it; others do not, and are cheaper for it.',
  refill: 'How do I ask for a refill?',
  refillAnswer:
    'Open the order, or find it in Order History, and press Refill Order. The button is there when the service refills, and says why when it is not possible yet.',
  partial: 'What is a partial order?',
  partialAnswer:
    'The provider delivered a part and stopped. The undelivered share of the price is returned to your balance by itself, rounded down once to the eighth decimal.',
  refund: 'How fast is a refund?',
  refundAnswer:
    'It is booked in the same moment in which we learn that an order was canceled or delivered in part. It goes to your balance, as a line of your transactions.',
  public: 'Must my account be public?',
  publicAnswer:
    'Yes, for as long as the order runs. A private profile or a deleted post cannot be delivered to.',
  which: 'Which link do I enter?',
  whichAnswer:
    'The one that opens in a browser: of the profile for followers, of the post or video for likes, views and comments. The form says which, and warns where a link does not look like it.',
  privacy: 'Who sees my orders?',
  privacyAnswer:
    'You and our staff. The provider that delivers an order receives its link, its quantity and what the service asks for, and neither your name nor your email or balance.',
  data: 'Can I have my data erased?',
  dataAnswer:
    'Yes, ask us. Your name, address, sign-ins, keys and letters are deleted then, and your email is free again; the lines of the ledger and your orders stay, under a number, for bookkeeping.',
  password: 'Do you need the password of my social account?',
  passwordAnswer:
    'No, never. An order needs a public link. Whoever asks for the password of a social account, in our name or in another, wants to take it from you.',
  forgot: 'I forgot my password.',
  forgotAnswer:
    'Open Forgot password on the login page. A link comes to your email, works once and for an hour, and signs out every session. We will never ask you for it.',
  stolen: 'Somebody else was in my account.',
  stolenAnswer:
    'Set a new password at once: that signs out every session. Then look through your API keys and revoke those that you do not know, and write to us.',
  letters: 'Which letters do you send?',
  lettersAnswer:
    "About your account's safety always, about orders and payments unless you turn them off, and promotions only when you asked for them. Each of those has a link that turns them off with one click.",
  key: 'Is there an API?',
  keyAnswer:
    'Yes. Make a key under Settings, API: it opens services, orders and balance for your own programs. It is shown once, kept as a hash, and can be bound to addresses and a daily limit.',
  twice: 'How do I make sure that my program never orders twice?',
  twiceAnswer:
    'Send an Idempotency-Key with each order. The same key and body again brings the same answer, and nothing is charged twice.',
  rates: 'Do API orders cost the same?',
  ratesAnswer:
    'Yes. The server prices every order from its own catalogue and your own discount, and refuses an order whose price has changed since you read it.',
  fake: 'What do you not do?',
  fakeAnswer:
    'We do not invent figures, testimonials or countdowns, do not ask for passwords, and do not order a second time when a provider did not answer: a person looks first.',
  rules: 'Is buying followers allowed?',
  rulesAnswer:
    'Platforms forbid artificial engagement and may remove it, and in some countries selling or buying indicators of influence that one knows to be fake is unlawful. Order only for what you may promote, and where it is allowed.',
  guarantee: 'Do you guarantee results?',
  guaranteeAnswer:
    'We guarantee the arithmetic: what is not delivered is returned. Nobody can guarantee what a platform shows, keeps or likes.',
})
