import { listServiceIndex } from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/users/users.ts'
import { getLegalText, type LegalPage } from '#contract/settings/legal-texts.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { faqText, siteText } from '#web/parts/landing/texts.en.ts'
import { type Answer, breakDown, loseLine, ownConfig, refuse } from '#web/testing/answer-calls.ts'
import { expectScreens, type Screen } from '#web/testing/expect-screens.ts'
import { catalogue } from '#web/testing/shop.ts'

const platforms = ['Instagram', 'Facebook', 'YouTube', 'Twitter', 'TikTok', 'Telegram']
const reachable: Answer = [
  getConfig,
  { ...ownConfig, contact: { email: 'help@example.com', telegram: null } },
]
const now = new Date()
const endOfMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - 1)
const promotion = { percent: 10, days: 30, until: endOfMonth.toISOString() }
/** The operator's texts: the specification's claims and promises are settings. */
const told: Answer = [
  getConfig,
  {
    ...ownConfig,
    claims: [
      { value: '15,000+', label: 'clients' },
      { value: '150,000+', label: 'orders' },
      { value: '120+', label: 'services' },
      { value: '24/7', label: 'support' },
    ],
    testimonials: [{ name: 'Minh', role: null, text: 'It came within the hour.' }],
    faq: [{ question: 'When is support on Telegram?', answer: '9 AM to 9 PM UTC' }],
  },
]
const question = /^When is support on Telegram\?/
const site = siteText

/** Its whole body is shown, whatever it contains. */
function legalPage(page: LegalPage, title: string): Screen {
  const content = [
    { open: 'h2' },
    `What ${page} says`,
    { close: 'h2' },
    { open: 'p' },
    'Plain words, and ',
    { open: 'a', href: 'https://law.example' },
    'a law',
    { close: 'a' },
    { close: 'p' },
  ]
  return {
    name: title,
    at: `/${page}`,
    answers: [[getLegalText, { content, language: 'en', version: '2026-11-28.4' }]],
    shows: { heading: [title, `What ${page} says`], link: ['a law'], text: [/^Version 2026-11-28\.4/] },
  }
}

expectScreens([
  {
    // Hero, stats, features, services, how it works, testimonials, questions, call to action: where the specification
    // gives only names, the text tables are the reference.
    name: 'Landing page',
    at: '/',
    answers: [told],
    shows: {
      heading: [
        site.heroTitle,
        site.featureExact,
        site.featureRefund,
        site.featureOnce,
        site.featureLive,
        site.servicesTitle,
        'How it works',
        site.howOne,
        site.howTwo,
        site.howThree,
        site.testimonialsTitle,
        site.faqTitle,
        site.callTitle,
      ],
      text: [
        '15,000+',
        'clients',
        '150,000+',
        'orders',
        '120+',
        '24/7',
        'It came within the hour.',
        question,
      ],
      link: [...platforms, site.createAccount, site.seePrices],
    },
  },
  {
    name: 'FAQ',
    at: '/faq',
    answers: [told],
    shows: { heading: [faqText.title], text: [question] },
  },
  legalPage('terms', 'Terms of Service'),
  legalPage('privacy', 'Privacy Policy'),
  legalPage('refund', 'Refund Policy'),
  {
    name: 'Header and footer for those who are logged out',
    at: '/contact',
    answers: [reachable],
    shows: {
      link: ['Features', 'Services', 'FAQ', 'Contact', 'Login', 'Register', ...platforms, 'help@example.com'],
      heading: ['Quick links', 'Platforms', 'Legal'],
      text: ['24/7 Technical Support'],
    },
  },
  {
    name: 'Legal links',
    at: '/contact',
    shows: { link: ['Terms of Service', 'Privacy Policy', 'Refund Policy'] },
  },
  {
    name: 'Header for those who are logged in',
    at: '/contact',
    viewer: 'customer',
    shows: { link: ['Dashboard'], text: ['$12.50'] },
  },
  {
    name: 'Contact form',
    at: '/contact',
    shows: { textbox: ['Name', 'Email', 'Subject', 'Message'], button: ['Send Message'] },
  },
  {
    name: 'Services list',
    at: '/services',
    answers: catalogue,
    shows: {
      searchbox: ['Search services'],
      button: [/^All Services/, /^Instagram: Followers/, ...platforms],
      heading: ['Services', 'Instagram Followers'],
      text: ['Real people', 'per 1,000', 'Min', 'Max', '$1.2500', '100', '10,000'],
      link: [/^Order Now/],
    },
  },
  {
    name: 'Services list of one platform',
    at: '/services/instagram',
    answers: catalogue,
    shows: { heading: ['Instagram services'] },
  },
  {
    name: 'Services list, promotion',
    at: '/services',
    answers: [...catalogue, [getConfig, { ...ownConfig, promotion }]],
    shows: { link: [/^10% Discount for new customers who register this month/] },
  },
  {
    name: 'Services list, no data',
    at: '/services',
    answers: [[listServiceIndex, () => new Response('')]],
    shows: { text: ['No data received from server'] },
  },
  {
    name: 'Services list, other data',
    at: '/services',
    answers: [[listServiceIndex, () => Response.json({ odd: true })]],
    shows: { text: ['Received invalid data format from server'] },
  },
  {
    name: 'Services list, 401',
    at: '/services',
    answers: [[listServiceIndex, refuse(401)]],
    shows: { text: ['Authentication required. Please log in again.'] },
  },
  {
    name: 'Services list, 404',
    at: '/services',
    answers: [[listServiceIndex, refuse(404)]],
    shows: { text: ['Services not found. The resource might have been moved or deleted.'] },
  },
  {
    name: 'Services list, no response',
    at: '/services',
    answers: [[listServiceIndex, loseLine]],
    shows: { text: ['Network error. Please check your connection and try again.'] },
  },
  {
    name: 'Services list, any other failure',
    at: '/services',
    answers: [[listServiceIndex, refuse(500)]],
    shows: { text: ['Unable to load services. Please try again later.'] },
  },
  {
    name: 'An address that leads nowhere',
    at: '/nowhere',
    shows: { link: ['Register'], text: ['/nowhere'] },
  },
  {
    name: 'An address that leads nowhere, for those who are logged in',
    at: '/nowhere',
    viewer: 'customer',
    shows: { link: ['Order History'], text: ['/nowhere'] },
  },
  {
    name: 'Unexpected error',
    at: '/profile',
    viewer: 'customer',
    answers: [[getProfile, breakDown]],
    shows: { heading: ['Unexpected Application Error!'] },
  },
])
