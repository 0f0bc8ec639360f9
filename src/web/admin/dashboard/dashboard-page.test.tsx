import { expect, test } from 'vitest'
import { getAttention } from '#contract/operations/attention.ts'
import { getDiagnostics } from '#contract/operations/diagnostics.ts'
import { getFirstSteps } from '#contract/operations/overview.ts'
import { getMoneyReport } from '#contract/reports/money-report.ts'
import { getToday } from '#contract/reports/today.ts'
import { type Answer, queryOf, refuse } from '#web/testing/answer-calls.ts'
import { expectScreens, openHere, expectShown, press } from '#web/testing/expect-screens.ts'

const attention = [
  { code: 'ledger', count: 0 },
  { code: 'orders', count: 1_000 },
  { code: 'deposits', count: 2 },
  { code: 'providers', count: 3 },
  { code: 'tickets', count: 0 },
  { code: 'jobs_failed', count: 4 },
]
const zero = '0.00000000'
const money = {
  orders: 0,
  sold: zero,
  refunded: zero,
  revenue: zero,
  cost: zero,
  margin: zero,
  deposits: zero,
  bonuses: zero,
  corrections: zero,
}
/** A day with the smallest possible amount: no tick of its axis may be half of it. */
const report = {
  from: '2026-11-27',
  to: '2026-11-27',
  total: { now: money, before: null },
  rows: [{ key: '2026-11-27', name: null, now: { ...money, revenue: '0.00000001' }, before: null }],
}
const none = { revenue: '0.00000000', margin: '0.00000000', orders: 0, customers: 0 }
const today = { revenue: '12.34567800', margin: '-1.50000000', orders: 17, customers: 3 }
const yesterday = { revenue: '10.00000000', margin: '0.00000000', orders: 1, customers: 3 }

expectScreens([
  {
    name: 'Dashboard: what waits is in the list and in the menu, from one answer',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [[getAttention, { attention }]],
    shows: {
      link: [
        '1,000+ orders to review',
        '2 deposits to review',
        '3 providers paused or low on funds',
        '4 failed background jobs',
        'Orders',
      ],
      text: ['1,000+', '2', '3', '4'],
    },
  },
  {
    name: 'Dashboard: today beside yesterday at this hour, and what sold best',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getMoneyReport, report],
      [
        getToday,
        {
          has_orders: true,
          today,
          yesterday,
          days: [
            { ...none, day: '2026-11-27' },
            { ...today, day: '2026-11-28' },
          ],
          best_sellers: [
            { service_id: 5, name: null, orders: 2, revenue: '3.00000000', margin: '1.00000000' },
          ],
        },
      ],
    ],
    shows: {
      heading: [/^Today/, 'Money', 'Latest orders', 'Best sellers', 'Quick Actions', 'System Status'],
      // Rounded down; a margin that changes sign has no percentage.
      text: [
        '$12.34',
        'up 23%',
        'new',
        'was 1',
        'unchanged',
        'Deleted service #5',
        '2 orders',
        '$0.00000001',
      ],
      slider: [/^Revenue and costs by day/],
    },
  },
  {
    name: 'Dashboard: too little a change for a percentage says what was before',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [
        getToday,
        {
          has_orders: true,
          today: { ...none, revenue: '10.00100000' },
          yesterday,
          days: [],
          best_sellers: [],
        },
      ],
    ],
    shows: { text: ['was $10.00'] },
  },
  ...(
    [
      ['vi', '2 khoản nạp cần duyệt', 'Cùng giờ hôm qua: 1', 'Bán chạy nhất', 'tăng 23%', 'Cần xử lý'],
      [
        'ru',
        '2 пополнения на проверке',
        'Вчера к этому времени: 1',
        'Лидеры продаж',
        /\+23\s?%/,
        'Требует внимания',
      ],
    ] as const
  ).map(([language, waits, before, best, change, list]) => ({
    name: `Dashboard, ${language}`,
    at: '/admin/dashboard',
    viewer: 'staff' as const,
    language,
    answers: [
      [getAttention, { attention }],
      [getToday, { has_orders: true, today, yesterday, days: [], best_sellers: [] }],
    ] as Answer[],
    shows: { link: [waits], text: [before, change], heading: [best, list] },
  })),
  {
    name: 'Dashboard of a shop without orders: what is left to set up',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [
      [getToday, { has_orders: false, today: none, yesterday: none, days: [], best_sellers: [] }],
      [getFirstSteps, { steps: [{ step: 'provider', is_done: false }] }],
    ],
    shows: {
      heading: ['Get Started', 'Needs attention', 'Quick Actions', 'System Status'],
      text: [/^No orders yet\./, /^Connect a provider/, 'Total revenue (USD)'],
    },
  },
])

const line = (group: string, level: string, code: string, sentence: string) => ({
  group,
  level,
  code,
  details: {},
  sentence,
  advice: level === 'ok' ? null : 'What to do about it',
})
const lines = [
  line('site', 'warning', 'certificate_ends_soon', 'It ends soon.'),
  line('database', 'ok', 'database_good', 'It responds.'),
  line('jobs', 'error', 'unheard_of', 'A later version says so.'),
]

expectScreens([
  {
    name: 'System Status: by group, with what to do',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [[getDiagnostics, { lines }]],
    shows: {
      heading: ['System Status', 'Site', 'Database', 'Background work'],
      text: [
        'Warning: It ends soon.',
        'What to do about it',
        'OK: It responds.',
        'Error: A later version says so.',
      ],
      button: ['Run Again'],
    },
  },
  ...(
    [
      ['vi', 'Cảnh báo: It ends soon.', 'Chạy lại'],
      ['ru', 'Предупреждение: It ends soon.', 'Повторить'],
    ] as const
  ).map(([language, text, button]) => ({
    name: `System Status, ${language}`,
    at: '/admin/dashboard',
    viewer: 'staff' as const,
    language,
    answers: [[getDiagnostics, { lines }]] as Answer[],
    shows: { text: [text], button: [button] },
  })),
  {
    name: 'System Status that could not be read says so, and the rest of the page is there',
    at: '/admin/dashboard',
    viewer: 'staff',
    answers: [[getDiagnostics, refuse(500)]],
    shows: {
      heading: ['System Status', 'Quick Actions'],
      text: ["Couldn't run the diagnostics. Please try again."],
    },
  },
])

test('Run Again runs the checks now and shows their results', async () => {
  const healed = [line('site', 'ok', 'certificate_good', 'It is good.')]
  const answer = ({ url }: Request) =>
    Response.json({
      success: true,
      checked_at: '2026-11-28T12:00:00.000Z',
      level: 'warning',
      lines: new URL(url).searchParams.has('fresh') ? healed : lines,
    })
  await openHere({ at: '/admin/dashboard', viewer: 'staff', answers: [[getDiagnostics, answer]] })
  await expectShown({ text: ['Warning: It ends soon.'] })
  await press('button', 'Run Again')
  await expectShown({ text: ['OK: It is good.'] })
  expect(queryOf('/api/admin/diagnostics')).toEqual({ fresh: 'true', language: 'en' })
})
