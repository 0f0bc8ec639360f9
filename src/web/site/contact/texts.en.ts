import { texts } from '#web/platform/i18n/table.ts'

export const contactText = texts({
  title: 'Contact us',
  description:
    'Write to the people who run this panel: about an order, a payment, your account or anything else.',
  lead: 'A question before you order, or trouble after? Write to us, and a person answers by email.',
  name: 'Name',
  emailHint: 'The answer goes there',
  messageHint: 'About an order? Please say its ID. Never send us a password: we do not need it.',
  send: 'Send message',
  sendFailed: 'Your message could not be sent. Please try again.',
  sentTitle: 'Thank you',
  sent: 'Your message has been sent successfully!',
  sentLead: 'We answer by email. If you have an account, it is a ticket there as well.',
  another: 'Write another message',
  toTickets: 'My Tickets',
  unseen: 'Please leave this box empty',
  waysTitle: 'Other ways',
  faqTitle: 'Often asked',
  faqLead: 'Payments, delivery, refills and refunds: most questions are answered already.',
  toFaq: 'Read the answers',
  customersTitle: 'Customers',
  customersLead: 'Signed in, open a ticket with files and read the whole thread at any time.',
  toSupport: 'Open a ticket',
})
