import type { DemoTicket } from './demo-tickets.ts'

export type TicketLine = {
  hoursAgo: number
  does: 'asks' | 'reads' | 'answers' | 'notes' | 'takes' | 'closes'
  /** The staff member; support by default. */
  who?: 'orders'
  text?: string
}

/** Invented conversations, in the order of opening. */
export const demoTickets: readonly DemoTicket[] = [
  {
    customer: 'Anna Sokolova',
    hoursAgo: 620,
    subject: 'How long do Telegram members take?',
    category: 'Order Issue',
    message: 'The service says 0-6 hours. Is that from the moment I order?',
    lines: [
      {
        hoursAgo: 618,
        does: 'answers',
        text: 'Yes, from the moment you order. The measured time of earlier orders is shown under the service when you choose it.',
      },
      { hoursAgo: 617, does: 'asks', text: 'Thank you, found it.' },
      { hoursAgo: 616, does: 'closes' },
    ],
  },
  {
    customer: 'Demo Customer',
    hoursAgo: 430,
    subject: 'Partial delivery',
    category: 'Order Issue',
    about: 'PARTIAL',
    message: 'This order stopped before it was complete. What happens with the rest?',
    lines: [
      {
        hoursAgo: 428,
        does: 'answers',
        text: 'The provider could not deliver everything. What was not delivered is refunded to your balance already; you find it under Transactions.',
      },
      { hoursAgo: 427, does: 'closes' },
    ],
  },
  {
    customer: 'Studio Northlight',
    hoursAgo: 310,
    subject: 'Invoice for our accountant',
    category: 'Payment Issue',
    message: 'Can we get a statement of all payments of this month?',
    lines: [
      { hoursAgo: 309, does: 'takes' },
      {
        hoursAgo: 308,
        does: 'answers',
        text: 'Transactions has an export with all payments and orders of any period. If your accountant needs another format, tell us.',
      },
      { hoursAgo: 290, does: 'closes' },
    ],
  },
  {
    customer: 'Agency Riverbend',
    hoursAgo: 205,
    subject: 'Prices for larger volumes',
    category: 'Other',
    message: 'We order for eleven clients every week. Do you have better rates for that?',
    lines: [
      { hoursAgo: 204, does: 'notes', text: 'About $300 a week so far, never a dispute.' },
      {
        hoursAgo: 201,
        does: 'answers',
        text: 'Yes. Your account has a discount of 8 % from now on; the prices you see include it.',
      },
      { hoursAgo: 200, does: 'asks', text: 'Great, thanks!' },
      { hoursAgo: 199, does: 'closes' },
    ],
  },
  {
    customer: 'Dmitri Orlov',
    hoursAgo: 150,
    subject: 'Wrong link',
    category: 'Order Issue',
    about: 'COMPLETED',
    message: 'I entered the link of another page. Can it be changed?',
    lines: [
      {
        hoursAgo: 149,
        does: 'answers',
        who: 'orders',
        text: 'It is delivered already, so it can not be changed. Please check the link in the order form before you send it.',
      },
      { hoursAgo: 140, does: 'closes', who: 'orders' },
    ],
  },
  {
    customer: 'Demo Customer',
    hoursAgo: 45,
    subject: 'Can I use the API with two shops?',
    category: 'Technical Issue',
    message: 'I want to connect two of my shops. Do I need one key for each?',
    lines: [
      {
        hoursAgo: 43,
        does: 'answers',
        text: 'One key for each is best: each has its own daily limit, and you see which shop placed an order.',
      },
    ],
  },
  {
    customer: 'Elena Morozova',
    hoursAgo: 41,
    subject: 'Refill was not complete',
    category: 'Order Issue',
    about: 'COMPLETED',
    message: 'After the refill there are still fewer than I ordered.',
    lines: [
      { hoursAgo: 40, does: 'takes', who: 'orders' },
      { hoursAgo: 39, does: 'notes', who: 'orders', text: 'Start count was right. Asked the provider.' },
    ],
  },
  {
    customer: 'Quang Pham',
    hoursAgo: 26,
    subject: 'Two-factor code is refused',
    category: 'Account Issue',
    message: 'My new phone shows codes, but the shop does not accept them.',
    lines: [
      {
        hoursAgo: 25,
        does: 'answers',
        text: 'Please check that the time of your phone is set automatically. Codes are valid for 30 seconds.',
      },
      { hoursAgo: 24, does: 'asks', text: 'The time was two minutes off. It works now, thank you.' },
      { hoursAgo: 23.5, does: 'answers', text: 'Good to hear. Write here if anything else comes up.' },
    ],
  },
  {
    customer: 'Maya Fields',
    hoursAgo: 17,
    subject: 'Order has not started',
    category: 'Order Issue',
    about: 'PROCESSING',
    message: 'It says processing since yesterday. Is anything wrong?',
    lines: [],
  },
  {
    customer: 'Linh Tran',
    hoursAgo: 9,
    subject: 'Which service for a new channel?',
    category: 'Other',
    message: 'My channel has 40 subscribers. What do you recommend to start with?',
    lines: [
      {
        hoursAgo: 8,
        does: 'answers',
        text: 'Start small, with a slow service that has a refill guarantee, and order more once you see how it goes.',
      },
      { hoursAgo: 7.5, does: 'asks', text: 'And is there one without a password?' },
    ],
  },
  {
    customer: 'Lan Hoang',
    hoursAgo: 3,
    subject: 'Card payment',
    category: 'Payment Issue',
    message: 'Will you accept cards again?',
    lines: [],
  },
  {
    customer: 'Huong Le',
    hoursAgo: 4 / 60,
    subject: 'When is my bank transfer credited?',
    category: 'Payment Issue',
    message: 'I have just sent it and attached the receipt.',
    lines: [
      { hoursAgo: 3 / 60, does: 'takes' },
      {
        hoursAgo: 2 / 60,
        does: 'notes',
        text: 'Not on the statement yet. The bank says the next working day.',
      },
    ],
  },
]
