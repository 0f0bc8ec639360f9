import { listServiceIndex } from '#contract/catalogue/catalogue.ts'
import { getProfile } from '#contract/users/users.ts'
import { getConfig } from '#contract/settings/public-config.ts'
import { type Answer, breakDown, loseLine, ownConfig, refuse } from './answer-calls.ts'
import { expectScreens } from './expect-screens.ts'
import { catalogue } from './shop.ts'

const platforms = ['Instagram', 'Facebook', 'YouTube', 'Twitter', 'TikTok', 'Telegram']
const reachable: Answer = [
  getConfig,
  { ...ownConfig, contact: { email: 'help@example.com', telegram: null } },
]
const now = new Date()
const endOfMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1) - 1)
const promotion = { percent: 10, days: 30, until: endOfMonth.toISOString() }

expectScreens([
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
    shows: { textbox: ['Name', 'Email', 'Subject', 'Message'], button: ['Send message'] },
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
    name: 'Unexpected error',
    at: '/profile',
    viewer: 'customer',
    answers: [[getProfile, breakDown]],
    shows: { heading: ['Unexpected Application Error!'] },
  },
])
