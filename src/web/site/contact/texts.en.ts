import { texts } from '#web/platform/i18n/table.ts'

export const contactText = texts({
  title: 'Contact Us',
  description:
    'Contact the team behind this panel about an order, a payment, your account or anything else.',
  lead: "Have a question or a problem? Write to us and we'll reply by email.",
  name: 'Name',
  emailHint: "We'll reply to this address",
  messageHint: "If it's about an order, include its ID. Never send us a password.",
  send: 'Send Message',
  sendFailed: "Couldn't send your message. Please try again.",
  sentTitle: 'Thank you',
  sent: 'Your message has been sent successfully!',
  sentLead: "We'll reply by email. If you have an account, you'll also find it under Support.",
  another: 'Send Another Message',
  toTickets: 'My Tickets',
  unseen: 'Leave this field empty',
  waysTitle: 'Other ways to reach us',
  faqTitle: 'FAQ',
  faqLead: 'Payments, delivery, refills and refunds: your question may already be answered.',
  toFaq: 'Read the FAQ',
  customersTitle: 'Customers',
  customersLead: 'Sign in to open a ticket, attach files and follow the conversation.',
  toSupport: 'Open a Ticket',
})
