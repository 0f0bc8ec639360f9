import type { ShippedTexts } from './shipped-texts.ts'

export const en: ShippedTexts = {
  terms: [
    {
      heading: 'What you buy',
      paragraphs: [
        'This panel passes orders for social media services to third-party providers. Each service states its price per 1,000, its minimum and maximum quantity and, if it has one, its refill.',
        'Delivery times are estimates. Platforms may remove what was delivered; only services marked with a refill replace it.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'Keep your password to yourself: anything ordered from your account is charged to your balance. Contact support immediately if you think someone else has used it.',
        'You never have to give us the password of a social media account, and you should not give it to anyone.',
      ],
    },
    {
      heading: 'Prepaid balance',
      paragraphs: [
        'Orders are paid from a balance in US dollars that you top up in advance. An order is charged once, when you place it, for the total you were shown.',
        'A bonus is credited together with the deposit that earned it.',
      ],
    },
    {
      heading: 'Acceptable use',
      paragraphs: [
        'Only order for content and accounts that you are allowed to promote, and only where the law and the platform’s rules permit it. Buying or selling indicators of social media influence that you know to be fake is illegal in some countries.',
        'Do not use this site to deceive, for hate or violence, for sexual content involving minors, or to harm the owner of an account. Do not attack, overload or circumvent this site, or use another person’s account or payment method.',
        'The operator may reject orders, block links and categories, and close accounts that break these terms. Anything not delivered is still refunded.',
      ],
    },
    {
      heading: 'Versions',
      paragraphs: [
        'The version of these terms is shown above. The version you agreed to, and when, is stored with your account. You are not asked again when the terms change: if you keep using your account, the version shown here applies. The operator can notify all customers of a change.',
      ],
    },
  ],

  privacy: [
    {
      heading: 'What is stored',
      paragraphs: [
        'Your name and email, a hash of your password (never the password itself), your orders with their links, your deposits, and your ledger entries.',
        'Sign-ins are recorded on the server so that you can be signed out everywhere and so that passwords cannot be guessed.',
      ],
    },
    {
      heading: 'Who receives what',
      paragraphs: [
        'A provider that delivers an order receives the link, the quantity and any details the service requires. It does not receive your name, email or balance.',
        'The payment gateway receives the amount and the deposit ID. What you enter on its pages stays with the gateway.',
      ],
    },
    {
      heading: 'In your browser',
      paragraphs: [
        'Your session, your theme and, if you tick Remember me, your email are kept in this browser. This site sets one cookie, which only stores the language you chose.',
        {
          untracked:
            'There is no tracking and there are no advertising cookies, and every font and script comes from this site.',
          tracked:
            'While you are signed out, public pages also load {services}, which can see your visit and may set cookies. Nothing is loaded from there on sign-in pages or while you are signed in.',
        },
      ],
    },
    {
      heading: 'How long it is kept',
      paragraphs: [
        'Sign-in records are deleted an hour after the session ended. To notify you by email of sign-ins from new places, a hash of the browser, operating system and network is kept for 90 days. The address itself is not.',
        'Sent emails, read notifications and answered contact form messages are deleted after a period set by the operator, 90 days by default. A link to set a new password is kept for an hour, as a hash.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You can ask the operator what is stored about you, and have it corrected or deleted. Deleting your account removes your name, email, phone number, sign-ins, keys, emails, notifications and files, and your email address can be used again. Orders, ledger entries and ticket messages are kept under a number for as long as bookkeeping law requires.',
      ],
    },
  ],

  refund: [
    {
      heading: 'Automatic refunds to your balance',
      paragraphs: [
        'If a provider delivers only part of an order, the price of the undelivered part is refunded to your balance. If an order is canceled or rejected, everything that was not delivered is refunded. Each refund is an entry in your ledger.',
        'You can cancel an order that has not been sent yet for an immediate full refund. After that, it depends on the service.',
        'The undelivered share is calculated from what the provider reports as remaining, and rounded down once, at the eighth decimal. Packages are refunded by the units in which the provider counts them.',
      ],
    },
    {
      heading: 'Refills',
      paragraphs: [
        'Services marked with a refill replace drops within the stated time. Request a refill on the order’s page.',
      ],
    },
    {
      heading: 'Deposits',
      paragraphs: [
        'A payment is credited once, when the payment gateway confirms it, even if it arrives late. If a payment does not match its deposit, it is reviewed before anything is credited.',
        'To ask for a deposit to be paid out, contact the operator. Its bonus is deducted. The bonus is set by the tier the deposit reaches, and rounded down once.',
      ],
    },
  ],
}
