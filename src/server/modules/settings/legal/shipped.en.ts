import type { ShippedTexts } from './shipped-texts.ts'

export const en: ShippedTexts = {
  terms: [
    {
      heading: 'What you buy',
      paragraphs: [
        'This panel passes orders for social media services to third-party providers. Each service states its price per 1,000, its smallest and largest quantity and, where it has one, its refill.',
        'Delivery times are estimates. Platforms may remove what was delivered; only services marked with a refill replace it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Keep your password to yourself: what is ordered from your account is charged to your balance. Tell support at once if you think somebody else has used it.',
        'You never have to give us the password of a social media account, and you should not give it to anyone.',
      ],
    },
    {
      heading: 'Prepaid balance',
      paragraphs: [
        'Orders are paid from a balance in US dollars that you top up in advance. An order is charged once, when you place it, with the total that was shown to you.',
        'A bonus is credited together with the deposit that earned it.',
      ],
    },
    {
      heading: 'Acceptable use',
      paragraphs: [
        'Order only for content and accounts that you are entitled to promote, and only where the law and the rules of the platform allow it. Selling or buying indicators of social media influence that you know to be fake is unlawful in some countries.',
        'Not for deceit, hate, violence, sexual content of minors, or to harm somebody whose account it is. Not to test, overload or get around this site, nor to use another’s account or payment.',
        'The operator may refuse orders, block links and categories, and close accounts that are used against these terms. What was not delivered is returned all the same.',
      ],
    },
    {
      heading: 'Versions',
      paragraphs: [
        'These terms have a version, which stands above. Which one you agreed to, and when, is stored with your account. You are not asked again when they change: an account that goes on being used goes by the version that stands here, and the operator can tell every customer of a change by a notice about the service.',
      ],
    },
  ],

  privacy: [
    {
      heading: 'What is stored',
      paragraphs: [
        'Your name and email, a hash of your password (never the password itself), your orders with their links, your deposits, and the lines of your ledger.',
        'Server-side records of your sign-ins exist so that you can be signed out everywhere and so that passwords cannot be guessed.',
      ],
    },
    {
      heading: 'Who receives what',
      paragraphs: [
        'A provider that delivers an order receives the link, the quantity and what the service asks for. It does not receive your name, email or balance.',
        'The payment gateway receives the amount and the number of the deposit. What you enter on its pages stays with it.',
      ],
    },
    {
      heading: 'In your browser',
      paragraphs: [
        'Your session, your theme and, if you tick Remember me, your email are kept in this browser. One cookie of this site keeps the language that you chose, and nothing else.',
        {
          untracked:
            'There is no tracking, there are no advertising cookies, and every font and script comes from this site.',
          tracked:
            'While you are signed out, public pages also load {services}: it sees your visit and may set cookies of its own. It is never loaded where you sign in or while you are signed in.',
        },
      ],
    },
    {
      heading: 'For how long',
      paragraphs: [
        'A sign-in is forgotten an hour after its session ended. So that a sign-in from elsewhere can be told to you by letter, a hash of the browser, the system and the network is kept for 90 days, and not the address itself.',
        'Letters that were sent, notifications that were read, and messages of the contact form that were answered are deleted after a time that the operator sets, 90 days unless they say otherwise. A link to set a new password is kept for an hour, as a hash.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may ask the operator what is stored about you, and have it corrected or erased. Erasing deletes your name, email, telephone, sign-ins, keys, letters, notifications and files, and your email is free again. Orders, lines of the ledger and what was written in tickets stay under a number, as long as bookkeeping law requires.',
      ],
    },
  ],

  refund: [
    {
      heading: 'To your balance, by itself',
      paragraphs: [
        'When a provider delivers only a part, the price of the undelivered part is returned to your balance. When an order is canceled or refused, all of it that was not delivered is returned. Each refund is a line of your ledger.',
        'You may cancel an order that was not sent yet, with the whole price returned at once. Later it depends on the service.',
        'The undelivered share is reckoned from what the provider says is left, and rounded down once, to the eighth decimal. A package is returned by the pieces in which its provider counts it.',
      ],
    },
    {
      heading: 'Refills',
      paragraphs: [
        'Services marked with a refill replace what drops within the stated time. Ask for it on the page of the order.',
      ],
    },
    {
      heading: 'Deposits',
      paragraphs: [
        'A payment is credited once, when the payment gateway confirms it, also when it arrives late. If a payment does not match its deposit, a person looks at it before anything is credited.',
        'To ask for a deposit to be paid back, contact the operator. A bonus that came with it is taken back with it. The bonus is the step that the deposit reaches, rounded down once.',
      ],
    },
  ],
}
