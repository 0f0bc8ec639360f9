import type { Guard } from './guards.ts'

/**
 * Texts, numbers and keywords of the specification, each changed to another: the tests in `src/web/spec/`,
 * `test/spec-limits.test.ts` and `src/contract/catalogue/guess-platform.test.ts` must notice every change.
 */
type Change = [name: string, file: string, from: string, to: string, test: { file: string; name: string }]

const english = (area: string) => `src/web/${area}/texts.en.ts`
const limits = 'src/contract/base/limits.ts'
const on = (file: string, name: string) => ({ file: `src/web/spec/${file}.test.tsx`, name })
const atLimits = (name: string) => on('limits', name)
const onServer = (name: string) => ({ file: 'test/spec-limits.test.ts', name })
const guessing = (name: string) => ({ file: 'src/contract/catalogue/guess-platform.test.ts', name })

const changes: readonly Change[] = [
  [
    'All Services',
    english('parts/catalogue'),
    "'All Services'",
    "'Every Service'",
    on('visitor', 'Services list'),
  ],
  [
    'Recent orders',
    english('shop/dashboard'),
    "'Recent orders'",
    "'Latest orders'",
    on('ordering', 'Dashboard'),
  ],
  [
    'Last checked',
    english('shop/add-funds'),
    "'Last checked'",
    "'Checked'",
    on('money', 'Payment status, pending'),
  ],
  [
    'Payment information',
    english('shop/add-funds'),
    "'Payment information'",
    "'About paying'",
    on('money', 'Add Funds'),
  ],
  ['Date & Time', english('shop/transactions'), "'Date & Time'", "'Date'", on('money', 'Transactions')],
  ["sidebar's Main", english('parts/frame'), "main: 'Main'", "main: 'Start'", on('frames', 'Sidebar')],
  [
    "sidebar's Account",
    english('parts/frame'),
    "account: 'Account'",
    "account: 'You'",
    on('frames', 'Sidebar'),
  ],
  [
    "sidebar's Administration",
    english('parts/frame'),
    "administration: 'Administration'",
    "administration: 'Staff'",
    on('frames', 'Sidebar of an admin'),
  ],
  ['Management', english('parts/staff'), "'Management'", "'Manage'", on('frames', 'Admin sidebar')],
  [
    "logo's fallback",
    'src/web/app/document/boot-script.ts',
    "s.noLogo=''",
    "s.lostLogo=''",
    on('frames', "a logo that doesn't load"),
  ],
  [
    'Mark all as read',
    english('parts/notifications'),
    "'Mark all as read'",
    "'All read'",
    on('frames', 'Notification bell'),
  ],
  [
    'Account summary',
    english('shop/dashboard'),
    "'Account summary'",
    "'Summary'",
    on('ordering', 'Dashboard'),
  ],
  [
    'Order Not Found',
    english('parts/orders'),
    "'Order Not Found'",
    "'No Such Order'",
    on('ordering', 'Order details, not found'),
  ],
  [
    'Unable to load orders',
    english('parts/orders'),
    'Unable to load orders.',
    'Could not load orders.',
    on('ordering', 'Order History, failed'),
  ],
  [
    'Verifying payment status...',
    english('shop/add-funds'),
    'Verifying payment status...',
    'Verifying…',
    on('money', 'Payment status, loading'),
  ],
  [
    'Token Không Hợp Lệ',
    'src/web/site/sign-in/texts.vi.ts',
    'Token Không Hợp Lệ',
    'Liên kết không hợp lệ',
    on('signing-in', 'Invalid reset token, in Vietnamese'),
  ],
  [
    "New passwords don't match!",
    english('shop/settings'),
    "New passwords don't match!",
    'The passwords differ',
    on('account', 'Account Settings, two new passwords'),
  ],
  [
    '10% Discount',
    english('parts/catalogue'),
    '% Discount for new customers who register this month',
    '% off',
    on('visitor', 'promotion'),
  ],
  [
    'No services selected for import',
    english('admin/imports'),
    'No services selected for import',
    'Nothing is selected',
    on('imports', 'Import, none chosen'),
  ],
  [
    'Cannot delete the last admin account.',
    'src/contract/words/en/errors.ts',
    'Cannot delete the last admin account.',
    'This is the last admin.',
    on('admin', 'last admin deleted'),
  ],
  [
    "60 s of the browser's calls",
    limits,
    'requestTimeoutSeconds: 60',
    'requestTimeoutSeconds: 30',
    atLimits('times out after 60 s'),
  ],
  [
    "60 s of a provider's list",
    'src/server/integrations/panels/read-services.ts',
    'LIST_TIMEOUT_MS = 60_000',
    'LIST_TIMEOUT_MS = 30_000',
    onServer('times out after 60 s'),
  ],
  [
    '1,000,000',
    limits,
    'quantityInputMax: 1_000_000',
    'quantityInputMax: 2_000_000',
    atLimits('at most 1,000,000'),
  ],
  [
    '3 s of a toast',
    'src/web/ui/feedback/toast.tsx',
    'shownMilliseconds = 3_000',
    'shownMilliseconds = 4_000',
    atLimits('a toast disappears after 3 s'),
  ],
  [
    '5 s of a banner',
    'src/web/ui/feedback/success-banner.tsx',
    'customer: 5_000',
    'customer: 6_000',
    atLimits('to customers for 5 s'),
  ],
  [
    '10 s between checks',
    limits,
    'recheckSeconds: 10',
    'recheckSeconds: 5',
    atLimits('checked again after 10 s'),
  ],
  ['10 orders', limits, 'ordersPerPage: 10', 'ordersPerPage: 25', atLimits('page sizes: 10 orders')],
  [
    '15 services',
    'src/web/admin/services/services-page.tsx',
    'initial: 15',
    'initial: 20',
    atLimits('page sizes: 10 orders'),
  ],
  [
    '992 px',
    'src/web/ui/styles/tokens.css',
    '--breakpoint-wide: 62rem',
    '--breakpoint-wide: 64rem',
    atLimits('from 992 px on'),
  ],
  [
    'How it works',
    english('parts/landing'),
    "howTitle: 'How it works'",
    "howTitle: 'Three steps'",
    on('visitor', 'Landing page'),
  ],
  [
    "landing page's testimonials",
    'src/web/site/landing/landing-page.tsx',
    '<Testimonials testimonials={told.testimonials} />',
    '',
    on('visitor', 'Landing page'),
  ],
  ['Refund Policy', english('site/legal'), "'Refund Policy'", "'Refunds'", on('visitor', 'Refund Policy')],
  [
    'body of the terms',
    'src/web/site/legal/legal-page.tsx',
    '<RichText content={content} />',
    '<RichText content={content.slice(3)} />',
    on('visitor', 'Terms of Service'),
  ],
  [
    'keyword snapchat',
    'src/contract/catalogue/guess-platform.ts',
    "words: ['snapchat']",
    "words: ['snapp']",
    guessing('every platform of the specification'),
  ],
  [
    'keyword x',
    'src/contract/catalogue/guess-platform.ts',
    "whole: ['x']",
    "whole: ['tw']",
    guessing('X Followers, real'),
  ],
  [
    'platform Other',
    'src/contract/catalogue/platforms.ts',
    "OTHER_PLATFORM = 'Other'",
    "OTHER_PLATFORM = 'Else'",
    guessing('every platform of the specification'),
  ],
  ['24 hours', limits, 'tokenHours: 24', 'tokenHours: 12', onServer('a token holds for 24 hours')],
]

export const specChanges: readonly Guard[] = changes.map(([name, file, from, to, test]) => ({
  name: `spec: ${name}`,
  otherwise: 'the product deviates from its specification unnoticed',
  cuts: [{ file, from, to }],
  test,
}))
